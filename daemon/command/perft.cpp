// The perft command: which positions it takes, and how the counts are printed.
#include "daemon/command/perft.hpp"

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>

#include "daemon/exit_code.hpp"
#include "rules/fen.hpp"
#include "rules/position.hpp"
#include "rules/san.hpp"

namespace boardbridge::daemon {

namespace {

constexpr int kDeepest = 64;

/// Odd, but move generation means the same for everyone.
bool tolerable(rules::PositionError e) {
    return e == rules::PositionError::TooManyPieces || e == rules::PositionError::ImpossibleCheck;
}

Expected<rules::Position, std::string> countable_position(std::string_view fen, bool chess960) {
    const auto setup = rules::parse_fen(fen, chess960);
    if (!setup) return Unexpected<std::string>(setup.error().message);
    const auto legal = setup->position();
    if (legal) return *legal;
    const rules::PositionErrors& errors = legal.error();
    if (std::all_of(errors.begin(), errors.end(), tolerable))
        return *setup->position(rules::Legality::Playable);  // it asks for less than what has just been found
    std::string message = "not a legal position: ";
    for (const rules::PositionError e : errors) {
        if (e != errors.front()) message += "; ";
        message += rules::to_string(e);
    }
    return Unexpected<std::string>(message);
}

std::uint64_t print_by_move(const rules::Position& p, int depth, std::ostream& out) {
    std::uint64_t total = 0;
    for (const rules::Move m : p.legal_moves()) {
        const std::uint64_t leaves = rules::perft(p.play(m), depth - 1);
        out << rules::to_uci(p, m) << ": " << leaves << '\n';
        total += leaves;
    }
    return total;
}

}  // namespace

int perft_command(int depth, std::optional<std::string_view> fen, bool chess960, std::ostream& out,
                  std::ostream& err) {
    if (depth < 0 || depth > kDeepest) {
        err << "boardbridge: depth: expected 0 to " << kDeepest << ", found " << depth << '\n';
        return kUsage;
    }
    const auto position = fen ? countable_position(*fen, chess960) : Expected<rules::Position, std::string>();
    if (!position) {
        err << "boardbridge: " << position.error() << '\n';
        return kBadData;
    }
    const std::uint64_t total = depth == 0 ? 1 : print_by_move(*position, depth, out);
    out << '\n' << total << '\n';
    return kDone;
}

}  // namespace boardbridge::daemon
