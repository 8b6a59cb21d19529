// Appendix C in many languages, its generous reading, and the announcements of D.2.1.
#include "rules/notation.hpp"

#include <gtest/gtest.h>

#include "rules/fen.hpp"
#include "support/positions.hpp"

namespace boardbridge::rules {
namespace {

using boardbridge::test::kStart;
using boardbridge::test::position;

const FigureLetters& letters(std::string_view language) {
    const FigureLetters* const found = find_figure_letters(language);
    EXPECT_NE(found, nullptr) << language;
    return found != nullptr ? *found : figure_letters().front();
}

Move move(const Position& p, std::string_view uci) {
    const auto m = parse_uci(p, uci);
    EXPECT_TRUE(m) << uci << ": " << m.error().message;
    return m.value_or(Move());
}

std::string written(std::string_view fen, std::string_view uci, NotationForm form,
                    std::string_view language) {
    const Position p = position(fen);
    return to_notation(p, move(p, uci), form, letters(language));
}

std::string read(std::string_view fen, std::string_view text, std::string_view language) {
    const Position p = position(fen);
    const auto m = parse_notation(p, text, letters(language));
    return m ? to_uci(p, *m) : m.error().kind == SanErrorKind::Ambiguous ? "ambiguous" : "refused";
}

constexpr std::string_view kPassing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
constexpr std::string_view kPromoting = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
constexpr std::string_view kKnights = "4k3/8/8/8/3p4/1N3N2/8/4K3 w - - 0 1";  // both knights reach d4 and d2
constexpr std::string_view kCastling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
constexpr auto kShort = NotationForm::Short;
constexpr auto kLong = NotationForm::Long;

TEST(Notation, WritesBothForms) {
    EXPECT_EQ(written(kStart, "g1f3", kShort, "en"), "Nf3");
    EXPECT_EQ(written(kStart, "g1f3", kLong, "en"), "Ng1f3");
    EXPECT_EQ(written(kStart, "e2e4", kShort, "en"), "e4");
    EXPECT_EQ(written(kStart, "e2e4", kLong, "en"), "e2e4");
    EXPECT_EQ(written(kPassing, "e5d6", kShort, "en"), "exd6 e.p.");
    EXPECT_EQ(written(kPassing, "e5d6", kLong, "en"), "e5xd6 e.p.");
    EXPECT_EQ(written(kPromoting, "e7d8q", kShort, "en"), "exd8=Q+");
    EXPECT_EQ(written(kPromoting, "e7d8n", kLong, "en"), "e7xd8=N");
    EXPECT_EQ(written(kKnights, "f3d4", kShort, "en"), "Nfxd4");
    EXPECT_EQ(written(kKnights, "f3d4", kLong, "en"), "Nf3xd4");
    EXPECT_EQ(written(kCastling, "e1g1", kShort, "en"), "0-0");
    EXPECT_EQ(written(kCastling, "e1c1", kLong, "en"), "0-0-0");
    EXPECT_EQ(written("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", kShort, "en"), "Ra8#");
}

TEST(Notation, TellsPiecesApartByFileThenRank) {  // C.10
    EXPECT_EQ(written("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "g1f3", kShort, "en"), "Nf3");
    EXPECT_EQ(written("4k3/8/8/8/8/8/3N4/4K1N1 w - - 0 1", "g1f3", kShort, "en"), "Ngf3");
    EXPECT_EQ(written("4k3/8/8/6N1/8/8/8/4K1N1 w - - 0 1", "g5f3", kShort, "en"), "N5f3");
    EXPECT_EQ(written("4k3/8/8/8/7N/8/3N4/4K3 w - - 0 1", "h4f3", kShort, "de"), "Shf3");
    EXPECT_EQ(written("4k3/8/8/8/8/5p2/3N4/4K1N1 w - - 0 1", "g1f3", kShort, "ru"), "Кgxf3");
}

TEST(Notation, WritesTheLettersOfManyLanguages) {
    EXPECT_EQ(written(kStart, "g1f3", kLong, "de"), "Sg1f3");
    EXPECT_EQ(written(kStart, "g1f3", kShort, "ru"), "Кf3");
    EXPECT_EQ(written(kStart, "g1f3", kShort, "nl"), "Pf3");
    EXPECT_EQ(written(kStart, "g1f3", kShort, "fi"), "Rf3");
    EXPECT_EQ(written(kStart, "g1f3", kShort, "figurine"), "♘f3");
    EXPECT_EQ(written(kCastling, "e1e2", kShort, "ru"), "Крe2");
    EXPECT_EQ(written(kCastling, "e1e2", kShort, "fr"), "Re2");
    EXPECT_EQ(written(kCastling, "a1a8", kShort, "hu"), "Bxa8+");
    EXPECT_EQ(written(kPromoting, "e7d8q", kShort, "ru"), "exd8=Ф+");
    EXPECT_EQ(find_figure_letters("xx"), nullptr);
    EXPECT_EQ(figure_letters().size(), 21U);
}

TEST(Notation, ReadsWhatItWritesInEveryLanguage) {
    for (const FigureLetters& language : figure_letters()) {
        for (const std::string_view fen :
             std::initializer_list<std::string_view>{kStart, kPassing, kPromoting, kKnights, kCastling}) {
            const Position p = position(fen);
            for (const Move m : p.legal_moves()) {
                for (const NotationForm form : {kShort, kLong}) {
                    const std::string text = to_notation(p, m, form, language);
                    const auto back = parse_notation(p, text, language);
                    ASSERT_TRUE(back) << language.language << " " << text << ": " << back.error().message;
                    EXPECT_EQ(*back, m) << language.language << " " << text;
                }
            }
        }
    }
}

TEST(Notation, ReadsWithoutOptionalSigns) {
    EXPECT_EQ(read(kPassing, "ed6", "en"), "e5d6");
    EXPECT_EQ(read(kPassing, "exd6", "en"), "e5d6");
    EXPECT_EQ(read(kPassing, "e5xd6 e.p.", "en"), "e5d6");
    EXPECT_EQ(read(kPassing, "e5-e6", "en"), "e5e6");
    EXPECT_EQ(read(kPromoting, "ed8Q", "en"), "e7d8q");
    EXPECT_EQ(read(kPromoting, "e7xd8(Q)+", "en"), "e7d8q");
    EXPECT_EQ(read(kPromoting, "ed8/N", "en"), "e7d8n");
    EXPECT_EQ(read(kPromoting, "e7:d8=S", "de"), "e7d8n");
    EXPECT_EQ(read(kPromoting, "ed8Ф++", "ru"), "e7d8q");
    EXPECT_EQ(read(kKnights, "Nfd4", "en"), "f3d4");
    EXPECT_EQ(read(kKnights, "Nd4", "en"), "ambiguous");
    EXPECT_EQ(read(kCastling, "O-O", "de"), "e1g1");
    EXPECT_EQ(read(kCastling, "0-0-0", "ru"), "e1c1");
    EXPECT_EQ(read(kCastling, "О–О", "ru"), "e1g1");  // Cyrillic letters, a dash
}

TEST(Notation, ReadsLookAlikesAndPawnLetters) {
    EXPECT_EQ(read(kStart, "Kf3", "ru"), "g1f3");      // Latin K for the Cyrillic knight
    EXPECT_EQ(read(kCastling, "Kpe2", "ru"), "e1e2");  // Latin Kp for the Cyrillic king
    EXPECT_EQ(read(kCastling, "Кре2", "ru"), "e1e2");  // the file typed in Cyrillic
    EXPECT_EQ(read(kPromoting, "е7хd8F", "ru"), "e7d8q");
    EXPECT_EQ(read(kStart, "пe4", "ru"), "e2e4");
    EXPECT_EQ(read(kStart, "Be4", "de"), "e2e4");  // Bauer
    EXPECT_EQ(read(kStart, "Pf3", "nl"), "g1f3");  // Paard
    EXPECT_EQ(read(kStart, "pf3", "nl"), "f2f3");
    EXPECT_EQ(read(kCastling, "PE2", "el"), "refused");
    EXPECT_EQ(read(kCastling, "Pe2", "el"), "e1e2");     // Latin P for the Greek king's rho
    EXPECT_EQ(read(kStart, "♞f3", "figurine"), "g1f3");  // the black figure for a white piece
    EXPECT_EQ(read(kStart, "♘\uFE0Ef3", "figurine"), "g1f3");
}

TEST(Notation, RefusesOtherLanguagesAndRubbish) {
    EXPECT_EQ(read(kStart, "Nf3", "de"), "refused");
    EXPECT_EQ(read(kPromoting, "exd8=N", "de"), "refused");
    EXPECT_EQ(read(kStart, "", "de"), "refused");
    EXPECT_EQ(read(kStart, "S", "de"), "refused");
    EXPECT_EQ(read(kStart, "\xD0", "ru"), "refused");
    EXPECT_EQ(read(kStart, std::string(1000, 'e'), "ru"), "refused");
    EXPECT_EQ(read(kStart, "e5", "en"), "refused");
}

std::string said(std::string_view fen, std::string_view uci, NotationForm form = kShort) {
    const Position p = position(fen);
    return announcement(p, move(p, uci), form);
}

TEST(Announcement, UsesTheNamesOfTheLaws) {
    EXPECT_EQ(said(kStart, "g1f3"), "Springer Felix drei");
    EXPECT_EQ(said(kStart, "e2e4"), "Bauer Eva vier");
    EXPECT_EQ(said(kStart, "e2e4", kLong), "Bauer Eva zwei Eva vier");
    EXPECT_EQ(said(kKnights, "f3d4"), "Springer Felix schlaegt David vier");
    EXPECT_EQ(said(kKnights, "f3d4", kLong), "Springer Felix drei schlaegt David vier");
    EXPECT_EQ(said("4k3/8/8/6N1/8/8/8/4K1N1 w - - 0 1", "g5f3"), "Springer fuenf Felix drei");
    EXPECT_EQ(said(kPassing, "e5d6"), "Bauer Eva schlaegt David sechs en passant");
    EXPECT_EQ(said(kPromoting, "e7e8r"), "Bauer Eva acht Turm");
    EXPECT_EQ(said(kPromoting, "e7d8q"), "Bauer Eva schlaegt David acht Dame");
    EXPECT_EQ(said(kCastling, "e1g1"), "kurze Rochade");
    EXPECT_EQ(said(kCastling, "e1c1", kLong), "lange Rochade");
    EXPECT_EQ(said(kCastling, "e1e2"), "Koenig Eva zwei");
    EXPECT_EQ(said("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "c1h6"), "Laeufer Hector sechs");
}

TEST(Announcement, NamesEverySquare) {
    EXPECT_EQ(announcement(Square::A1), "Anna eins");
    EXPECT_EQ(announcement(Square::B2), "Bella zwei");
    EXPECT_EQ(announcement(Square::C3), "Cesar drei");
    EXPECT_EQ(announcement(Square::D4), "David vier");
    EXPECT_EQ(announcement(Square::E5), "Eva fuenf");
    EXPECT_EQ(announcement(Square::F6), "Felix sechs");
    EXPECT_EQ(announcement(Square::G7), "Gustav sieben");
    EXPECT_EQ(announcement(Square::H8), "Hector acht");
}

TEST(Announcement, CastlesInChess960) {
    const Position p = position("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", true);
    EXPECT_EQ(announcement(p, move(p, "f1h1")), "kurze Rochade");
    EXPECT_EQ(to_notation(p, move(p, "f1b1"), kShort, letters("en")), "0-0-0");
}

}  // namespace
}  // namespace boardbridge::rules
