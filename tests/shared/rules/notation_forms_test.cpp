// The published equivalent forms of one game (Appendix C), and the letters of the languages against a second
// list.
#include <gtest/gtest.h>

#include <algorithm>

#include "rules/notation.hpp"
#include "rules/pgn.hpp"
#include "support/shared_folder.hpp"

namespace boardbridge::rules {
namespace {

/// Moves of a score sheet's line: without numbers, "e.p." joined to its move, without draw offers.
std::vector<std::string> moves_of(std::string_view line) {
    std::vector<std::string> moves;
    for (std::string word : tests::fields_of(line, ' ')) {
        if (const auto dot = word.find('.'); dot != std::string::npos && word[0] >= '0' && word[0] <= '9') {
            word.erase(0, dot + 1);
        }
        const bool number =
            std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (number || word == "(=)") continue;
        if (word == "e.p.") {
            moves.back() += " e.p.";
        } else {
            moves.push_back(word);
        }
    }
    return moves;
}

const std::vector<std::string> kGame{"e4",   "e5",   "Nf3",  "Nf6",  "d4",    "exd4", "e5",
                                     "Ne4",  "Qxd4", "d5",   "exd6", "Nxd6",  "Bg5",  "Nc6",
                                     "Qe3+", "Be7",  "Nbd2", "O-O",  "O-O-O", "Re8",  "Kb1"};

TEST(SharedNotation, ReadsAllFormsOfOneGame) {
    const FigureLetters& english = *find_figure_letters("en");
    std::size_t forms = 0;
    for (const std::string& line : tests::lines_of(tests::read_shared("rules/fide_appendix_c_forms.tsv"))) {
        if (line.empty() || line.front() == '#') continue;
        const auto fields = tests::fields_of(line);
        ++forms;
        Position p;
        const auto texts = moves_of(fields.at(1));
        ASSERT_EQ(texts.size(), kGame.size()) << fields[0];
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const auto move = parse_notation(p, texts[i], english);
            ASSERT_TRUE(move) << fields[0] << " " << texts[i] << ": " << move.error().message;
            // The stored copy of the long form has another queen's move here, an erratum that its comment
            // names.
            const bool erratum = fields[0] == "long_squares" && texts[i] == "Qd4d3";
            EXPECT_EQ(to_san(p, *move), erratum ? "Qd3" : kGame[i]) << fields[0];
            p = p.play(*move);
        }
        EXPECT_TRUE(read_pgn(fields[1] + " *")) << fields[0];
    }
    EXPECT_EQ(forms, 3U);
}

TEST(SharedNotation, LettersAgreeWithTheList) {
    std::size_t languages = 0;
    for (const std::string& line : tests::lines_of(tests::read_shared("rules/piece_letters.tsv"))) {
        if (line.empty() || line.front() == '#' || line.starts_with("lang\t")) continue;
        const auto fields = tests::fields_of(line);
        const FigureLetters* const letters = find_figure_letters(fields.at(0));
        ASSERT_NE(letters, nullptr) << fields[0];
        ++languages;
        EXPECT_EQ(letters->of(PieceType::King), fields.at(1)) << fields[0];
        EXPECT_EQ(letters->of(PieceType::Queen), fields.at(2)) << fields[0];
        EXPECT_EQ(letters->of(PieceType::Rook), fields.at(3)) << fields[0];
        EXPECT_EQ(letters->of(PieceType::Bishop), fields.at(4)) << fields[0];
        EXPECT_EQ(letters->of(PieceType::Knight), fields.at(5)) << fields[0];
        EXPECT_EQ(letters->of(PieceType::Pawn), fields.at(6)) << fields[0];
    }
    EXPECT_EQ(languages, figure_letters().size());
}

}  // namespace
}  // namespace boardbridge::rules
