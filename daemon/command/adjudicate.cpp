// One verdict a line, in the order of the input. The positions of problemists and test sets have more bishops
// than promotion can give; they are answered all the same, as the Laws' question has an answer there.
#include "daemon/command/adjudicate.hpp"

#include <algorithm>
#include <istream>
#include <ostream>
#include <string>
#include <string_view>

#include "daemon/exit_code.hpp"
#include "rules/fen.hpp"
#include "rules/mate_possible.hpp"

namespace boardbridge::daemon {

namespace {

using rules::MateVerdict;

constexpr std::string_view kBlanks = " \t\r\n\v\f";

bool has_two_fields(std::string_view text) {
    const std::size_t start = text.find_first_not_of(kBlanks);
    const std::size_t gap = text.find_first_of(kBlanks, start);
    return gap != std::string_view::npos && text.find_first_not_of(kBlanks, gap) != std::string_view::npos;
}

/// A legal position, the number of pieces apart; or why the text is none.
Expected<rules::Position, std::string> read_position(std::string_view text) {
    if (!has_two_fields(text))
        return Unexpected<std::string>("expected a FEN of 2 to 6 fields, found one field");
    const auto setup = rules::parse_fen(text);
    if (!setup)
        return Unexpected<std::string>("field " + std::to_string(setup.error().field) + ": " +
                                       setup.error().message);
    auto position = setup->position();
    if (position) return *position;
    std::string reasons;
    for (const rules::PositionError e : position.error()) {
        if (e == rules::PositionError::TooManyPieces) continue;
        if (!reasons.empty()) reasons += "; ";
        reasons += to_string(e);
    }
    if (!reasons.empty()) return Unexpected<std::string>(reasons);
    position = setup->position(rules::Legality::Playable);
    if (!position) return Unexpected<std::string>("no position");
    return *position;
}

std::string_view verdict_of(const rules::MatePossible& who) {
    if (who.white == MateVerdict::Unknown || who.black == MateVerdict::Unknown) return "??";
    const bool white = who.white == MateVerdict::Possible;
    const bool black = who.black == MateVerdict::Possible;
    return white ? (black ? "WB" : "W-") : (black ? "-B" : "--");
}

}  // namespace

int adjudicate_command(std::istream& in, std::ostream& out, std::ostream& err, std::uint64_t nodes) {
    int status = kDone;
    std::string line;
    for (std::uint64_t number = 1; std::getline(in, line); ++number) {
        std::string_view text = line;
        while (!text.empty() && kBlanks.find(text.back()) != std::string_view::npos) text.remove_suffix(1);
        if (text.empty() || text[std::min(text.find_first_not_of(kBlanks), text.size() - 1)] == '#') continue;
        const auto position = read_position(text);
        if (position) {
            out << verdict_of(rules::who_can_mate(*position, nodes)) << ' ' << line << '\n';
        } else {
            out << "!! " << line << '\n';
            err << "line " << number << ": " << position.error() << '\n';
            status = kBadData;
        }
        if (in.rdbuf()->in_avail() <= 0) out.flush();  // whoever asks one by one gets his answer now
    }
    out.flush();
    if (!out) {
        err << "cannot write the verdicts\n";
        return kIoError;
    }
    return status;
}

}  // namespace boardbridge::daemon
