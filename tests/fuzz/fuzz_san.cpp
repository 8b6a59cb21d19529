// A FEN, a line end, and any bytes as a move: in SAN, in UCI and in the notations of all languages. Whatever
// is understood is a legal move and is understood again as it is written.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "rules/fen.hpp"
#include "rules/notation.hpp"
#include "rules/san.hpp"

using namespace boardbridge::rules;

namespace {

void check_move(const Position& position, const boardbridge::Expected<Move, SanError>& read) {
    if (!read) {
        if (read.error().message.empty()) std::abort();
        return;
    }
    if (!position.is_legal(*read)) std::abort();
    if (parse_san(position, to_san(position, *read)) != *read) std::abort();
    if (parse_uci(position, to_uci(position, *read)) != *read) std::abort();
    if (announcement(position, *read).empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    Position position;
    if (const auto end = text.find('\n'); end != std::string_view::npos) {
        if (const auto given = position_from_fen(text.substr(0, end))) position = *given;
        text.remove_prefix(end + 1);
    }
    check_move(position, parse_san(position, text));
    check_move(position, parse_uci(position, text));
    for (const FigureLetters& letters : figure_letters()) {
        const auto move = parse_notation(position, text, letters);
        check_move(position, move);
        if (!move) continue;
        for (const NotationForm form : {NotationForm::Short, NotationForm::Long}) {
            if (parse_notation(position, to_notation(position, *move, form, letters), letters) != *move)
                std::abort();
        }
    }
    return 0;
}
