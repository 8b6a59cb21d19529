// What the move tracker says of one board: the closed set of facts from which score, alerts and stream are
// made. It knows no edition and no severity; contract section 5 says when each is given.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "rules/bitboard.hpp"
#include "rules/outcome.hpp"
#include "rules/ply.hpp"

namespace boardbridge::rules {

/// A start position stood on the board (or was given) and a game is open from it.
struct GameOpened {
    Position start;
    bool flipped = false;  ///< the board stands with the connector at White's right
};
struct PlyMade {
    Ply ply;
};
/// The ply is completed: pressed, answered, or at rest (contract section 5).
struct PlyConfirmed {
    int ply = 0;
    Completion by = Completion::Open;  ///< Open: not known
    /// Squares on which the board at that moment still shows a pawn where the score has its queen.
    Bitboard unpromoted = 0;
};
/// `plies` replace everything from `from_ply` on; empty: taken back.
struct PliesRevised {
    int from_ply = 0;
    std::vector<Ply> plies;
    RevisionReason reason = RevisionReason::Reordered;
};
/// The lever changed by this side. `moved` is false when nothing of the placement changed since the last
/// press.
struct Pressed {
    Color side = Color::White;
    bool moved = true;
    Instant at{};  ///< when the lever changed (this is told up to a second later)
};
enum class LossKind : std::uint8_t {
    MovesMissed,  ///< several explanations: candidates
    Mismatch,     ///< nobody can explain the placement, at rest
    Disturbed     ///< four squares or more are off
};
/// The score is frozen until TrackingResumed.
struct TrackingLost {
    LossKind kind = LossKind::Mismatch;
    Bitboard differing = 0;               ///< against the last certain position
    std::vector<std::string> candidates;  ///< SAN lines that would explain the placement, at most 8
};
/// A placement fits again. Kind tells which loss is over.
struct TrackingResumed {
    LossKind kind = LossKind::Mismatch;
};
struct SensorUnstable {
    Square square = Square::A1;
    bool unstable = true;  ///< false: quiet again
};
/// Both kings stand on two of d4, e4, d5, e5, at rest (livechess section 3).
struct KingsSignal {
    Result result = Result::Unknown;
};
/// The array on the board is no start position: pieces on the four outer rows, but wrong; or the board is
/// turned by 90 degrees.
struct WrongStart {
    Placement placement;
    Bitboard differing = 0;  ///< against Article 2.3
    bool quarter_turn = false;
    int plies = 0;      ///< plies already played from it
    bool over = false;  ///< put right: no longer holds
};
/// First touched piece and what was played (4.3, 4.4.2); evidence, never a ruling.
struct TouchNote {
    Color side = Color::White;
    int ply = 0;  ///< the ply that was then played
    Square touched = Square::A1;
    Piece piece = Piece::None;
    bool rook_before_king = false;
};

using Observation = std::variant<GameOpened, PlyMade, PlyConfirmed, PliesRevised, Pressed, TrackingLost,
                                 TrackingResumed, SensorUnstable, KingsSignal, WrongStart, TouchNote>;

}  // namespace boardbridge::rules
