// An alert while it is open: what is published of it, and the facts from which its sentences are made anew
// whenever it changes. Inner part of the arbiter.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/alert.hpp"
#include "rules/language.hpp"
#include "rules/messages.hpp"
#include "rules/outcome.hpp"
#include "rules/piece.hpp"
#include "rules/ply.hpp"
#include "rules/time_control.hpp"

namespace boardbridge::rules {

/// Under what an alert was raised; it keeps them even if the round's settings change.
struct Circumstances {
    Edition laws = Edition::Fide2023;
    Play play = Play::Standard;
    Supervision supervision = Supervision::Full;
    bool guideline_3 = false;
    Language language = Language::English;
};

/// With what a signalled result disagrees.
enum class ConflictWith : std::uint8_t { Board, Flag, Mate, IllegalMove, StillIllegal };

/// What the wording needs beyond the published evidence. Each kind uses its own few.
struct AlertFacts {
    IllegalKind illegal = IllegalKind::None;
    bool stands = false;    ///< illegal move without a clock, already answered
    bool survived = false;  ///< the watch outlived the next completed move
    bool variant = false;   ///< the second text of a kind: quarter turn, rook before king, cable,
                            ///< contradictions, increment, period, clock's battery; edited while running
    std::optional<bool> last_period;
    int survived_ply = 0;
    Color next_side = Color::White;
    std::string next_move;
    PieceType piece = PieceType::Pawn;
    int count = 0;
    int needed = 0;
    std::chrono::milliseconds shown{0};
    std::chrono::milliseconds expected{0};
    std::string name;  ///< device, line
    ConflictWith conflict = ConflictWith::Board;
    Result signalled = Result::Unknown;
    Result by_laws = Result::Unknown;
    std::string_view article;  ///< instead of the row's
};

struct OpenAlert {
    Alert alert;
    Alert published;  ///< as it was last seen by readers
    Circumstances under;
    AlertFacts facts;
    std::uint32_t subject = 0;  ///< tells alerts of one kind and side apart: ply, square, device
    bool of_game = true;        ///< ends with its game
    bool orphan = false;        ///< its ply is being revised: kept if the ply comes again
};

/// The sentences of Alert::text.
std::vector<Message> what_happened(const OpenAlert& open);

/// Severity, article, provides and text from the facts. False: the edition knows no such alert.
bool word(OpenAlert& open);

}  // namespace boardbridge::rules
