// Moves, FEN, SAN, UCI and repetition keys against each other and against a slow, independent generator:
// positions from random games of both kinds of chess, and made-up ones that only Playable accepts.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "rules/chess960.hpp"
#include "rules/draws.hpp"
#include "rules/fen.hpp"
#include "rules/position.hpp"
#include "rules/san.hpp"
#include "support/slow_moves.hpp"

namespace boardbridge::rules {
namespace {

using Choices = std::vector<std::uint16_t>;

std::vector<std::uint16_t> sorted(const std::vector<Move>& moves) {
    std::vector<std::uint16_t> raw;
    for (const Move m : moves) raw.push_back(m.raw());
    std::sort(raw.begin(), raw.end());
    return raw;
}

std::vector<Move> as_vector(const MoveList& list) { return {list.begin(), list.end()}; }

/// A random game: the first choice tells the start array, the others a move each.
std::vector<Position> random_game(const Choices& choices) {
    const std::uint16_t start = choices.empty() ? 0 : choices.front();
    std::vector<Position> game = {Position()};
    if (start % 3 == 0) game = {*chess960_start(start % 960)->position()};
    for (std::size_t i = 1; i < choices.size(); ++i) {
        const MoveList moves = game.back().legal_moves();
        if (moves.empty()) break;
        game.push_back(game.back().play(moves[choices[i] % moves.size()]));
    }
    return game;
}

/// Pieces anywhere, pawns on end ranks, kings side by side, rights and en passant squares as chance has them.
Setup random_setup(const Choices& choices) {
    Setup s;
    std::size_t at = 0;
    const auto next = [&] { return at < choices.size() ? choices[at++] : std::uint16_t{0}; };
    s.turn = next() % 2 == 0 ? Color::White : Color::Black;
    s.chess960 = next() % 2 == 0;
    const Square white_king = next() % 2 == 0 ? Square::E1 : square_at(next() % 64);
    Square black_king = next() % 2 == 0 ? Square::E8 : square_at(next() % 64);
    if (black_king == white_king) black_king = white_king == Square::A1 ? Square::B1 : Square::A1;
    while (at < choices.size()) {
        const std::uint16_t choice = next();
        const auto type = static_cast<PieceType>(1 + choice % 5);
        s.placement.set(square_at(choice / 8 % 64),
                        make_piece((choice & 0x4000U) != 0 ? Color::White : Color::Black, type));
    }
    s.placement.set(white_king, Piece::WhiteKing);
    s.placement.set(black_king, Piece::BlackKing);
    for (std::size_t i = 0; i < kSquareCount; ++i) {
        const Square square = square_at(i);
        for (const Color c : {Color::White, Color::Black}) {
            if (!is(s.placement[square], c, PieceType::Rook) || rank_of(square) != home_rank(c)) continue;
            const Square king = c == Color::White ? white_king : black_king;
            s.castling.rook[index(c)][square > king ? 0 : 1] = square;
        }
        if (s.placement[square] == Piece::None && rank_of(square) == (s.turn == Color::White ? 5 : 2)) {
            const Square pawn = make_square(file_of(square), s.turn == Color::White ? 4 : 3);
            if (is(s.placement[pawn], opposite(s.turn), PieceType::Pawn)) s.en_passant = square;
        }
    }
    return s;
}

void agrees_with_slow_moves(const Position& p) {
    const Setup setup = p.setup();
    const support::SlowMoves slow(setup);
    const std::vector<Move> expected = slow.legal();
    const std::vector<Move> found = as_vector(p.legal_moves());
    if (sorted(found) != sorted(expected)) RC_FAIL(to_fen(p));
    RC_ASSERT(p.count_legal_moves() == expected.size());
    RC_ASSERT(p.has_legal_move() == !expected.empty());
    RC_ASSERT(p.in_check() ==
              support::SlowMoves::attacked(setup.placement, p.king(p.turn()), opposite(p.turn())));
    for (const Move m : found) {
        if (p.play(m).setup() != slow.after(m)) RC_FAIL(to_fen(p) + " after " + to_uci(p, m));
        RC_ASSERT(p.captures(m) == (count(p.play(m).occupied()) < count(p.occupied())));
    }
}

RC_GTEST_PROP(MovesProperty, AgreeWithSlowMovesInGames, (const Choices& choices)) {
    for (const Position& p : random_game(choices)) agrees_with_slow_moves(p);
}

RC_GTEST_PROP(MovesProperty, AgreeWithSlowMovesAnywhere, (const Choices& choices)) {
    const auto p = random_setup(choices).position(Legality::Playable);
    RC_ASSERT(p.has_value());
    agrees_with_slow_moves(*p);
}

RC_GTEST_PROP(MovesProperty, NotationsComeBack, (const Choices& choices)) {
    for (const Position& p : random_game(choices)) {
        for (const Move m : p.legal_moves()) {
            RC_ASSERT(parse_san(p, to_san(p, m)) == m);
            RC_ASSERT(parse_uci(p, to_uci(p, m)) == m);
            const std::string long_form = to_string(m.from()) + "-" + to_string(m.to());
            if (m.kind() == MoveKind::Normal) RC_ASSERT(parse_san(p, long_form) == m);
        }
    }
}

RC_GTEST_PROP(MovesProperty, FenComesBack, (const Choices& choices)) {
    for (const Position& p : random_game(choices)) {
        const auto again = position_from_fen(to_fen(p), p.chess960());
        RC_ASSERT(again.has_value());
        RC_ASSERT(to_fen(*again) == to_fen(p));
        RC_ASSERT(again->same_for_repetition(p));
        RC_ASSERT(again->halfmove_clock() == p.halfmove_clock());
        RC_ASSERT(again->fullmove_number() == p.fullmove_number());
    }
}

RC_GTEST_PROP(MovesProperty, KeysAgreeWithFullComparison, (const Choices& choices)) {
    // Knights only, back and forth: many repetitions, some of them with other rights.
    std::vector<Position> game = {Position()};
    PositionHistory history(game.back());
    for (const std::uint16_t choice : choices) {
        MoveList quiet;
        for (const Move m : game.back().legal_moves())
            if (const auto t = type_of(game.back().piece_at(m.from()));
                t == PieceType::Knight || t == PieceType::Rook)
                quiet.add(m);
        if (quiet.empty()) break;
        game.push_back(game.back().play(quiet[choice % std::min<std::size_t>(3, quiet.size())]));
        history.push(game.back());
    }
    std::vector<std::size_t> same;
    for (std::size_t i = 0; i < game.size(); ++i) {
        const bool equal = game[i].same_for_repetition(game.back());
        RC_ASSERT(equal == (game[i].repetition_key() == game.back().repetition_key()));
        if (equal) same.push_back(i);
    }
    RC_ASSERT(history.repeated_plies() == same);
    RC_ASSERT(history.occurrences() == same.size());
}

RC_GTEST_PROP(MovesProperty, FenReaderSurvivesAnything, (const std::string& text)) {
    const auto setup = parse_fen(text);
    if (!setup) {
        RC_ASSERT(setup.error().field >= 1 && setup.error().field <= 6);
        RC_ASSERT(!setup.error().message.empty());
        return;
    }
    const auto playable = setup->position(Legality::Playable);
    if (playable) RC_ASSERT(playable->count_legal_moves() == playable->legal_moves().size());
}

RC_GTEST_PROP(MovesProperty, MoveReadersSurviveAnything, (const std::string& text)) {
    const Position p;
    const auto san = parse_san(p, text);
    if (san) RC_ASSERT(p.is_legal(*san));
    const auto uci = parse_uci(p, text);
    if (uci) RC_ASSERT(p.is_legal(*uci));
}

}  // namespace
}  // namespace boardbridge::rules
