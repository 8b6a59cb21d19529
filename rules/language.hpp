// The languages in which alerts are worded (contract section 3, `language`).
#pragma once

#include <cstdint>

namespace boardbridge::rules {

enum class Language : std::uint8_t { English, Russian, German };

}  // namespace boardbridge::rules
