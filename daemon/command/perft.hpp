// `boardbridge perft DEPTH [FEN] [--chess960]`: counts legal move trees, so that anyone can compare our moves
// with those of other programs (contract section 1).
#pragma once

#include <iosfwd>
#include <optional>
#include <string_view>

namespace boardbridge::daemon {

/// Writes one line for each legal move ("e2e4: 20"), a blank line, and the count alone on the last line. No
/// `fen` is the start position. `depth` is 0 to 64 plies.
///
/// Made-up positions that published counts use are counted too: more pieces than a side can have, checks
/// that no move could have given. All else that makes a position illegal is refused, the reasons on `err`.
/// Returns the exit status: 0, 64 for a depth out of range, 65 for a FEN that is malformed (the field is
/// named) or no such position.
int perft_command(int depth, std::optional<std::string_view> fen, bool chess960, std::ostream& out,
                  std::ostream& err);

}  // namespace boardbridge::daemon
