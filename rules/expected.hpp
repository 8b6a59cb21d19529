// One alias for results that may fail, so that the whole tree can move to std::expected in one place.
#pragma once

#include <tl/expected.hpp>

namespace boardbridge {

template <class T, class E>
using Expected = tl::expected<T, E>;
template <class E>
using Unexpected = tl::unexpected<E>;

}  // namespace boardbridge
