// `boardbridge adjudicate`: positions in, who can still mate out. Follows contract section 1, row adjudicate.
#pragma once

#include <cstdint>
#include <iosfwd>

namespace boardbridge::daemon {

/// Reads positions (FEN of 2 to 6 fields) from `in`, one a line, and answers each on `out`; why a line is no
/// legal position goes to `err`. Returns 0, 65 after a bad line, or 74 if `out` cannot be written.
int adjudicate_command(std::istream& in, std::ostream& out, std::ostream& err, std::uint64_t nodes);

}  // namespace boardbridge::daemon
