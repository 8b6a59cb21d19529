// After the last move: the clock is stopped, the kings tell the result, the players analyse and set up again.
#include <algorithm>

#include "drivers/simulated/hand_extras.hpp"

namespace boardbridge::simulated {

using namespace rules;
using std::chrono::milliseconds;

namespace {

struct Scene {
    HandStage& stage;
    SeededRandom& random;
    Placement board;
    Instant now;

    void wait(int least_ms, int most_ms) {
        now += random.between(milliseconds(least_ms), milliseconds(most_ms));
    }
    void set(Square s, Piece p) {
        if (board[s] == p) return;
        const Color hand = is_piece(p) ? color_of(p) : is_piece(board[s]) ? color_of(board[s]) : Color::White;
        now = stage.touch(hand, p == Piece::None ? ActKind::Lift : ActKind::Set, s, p, now);
        board.set(s, p);
        wait(150, 600);
    }
};

/// Which squares the kings take (livechess, section 3).
std::array<Square, 2> signal_squares(Result r, SeededRandom& random) {
    const bool turned = random.chance(50);
    const auto order = [turned](Square a, Square b) {
        return turned ? std::array<Square, 2>{b, a} : std::array<Square, 2>{a, b};
    };
    if (r == Result::WhiteWins) return order(Square::D5, Square::E4);
    if (r == Result::BlackWins) return order(Square::E5, Square::D4);
    const Square light = random.chance(50) ? Square::D5 : Square::E4;
    const Square dark = random.chance(50) ? Square::E5 : Square::D4;
    return order(light, dark);
}

void kings_to_the_centre(Scene& scene, const Position& last, Result result) {
    const auto squares = signal_squares(result, scene.random);
    const Color first_king = scene.random.chance(50) ? Color::White : Color::Black;
    for (const Color c : {first_king, opposite(first_king)}) {
        const Square from = last.king(c);
        const Square to = squares[index(c)];
        if (scene.board[from] == make_piece(c, PieceType::King) && from != to) scene.set(from, Piece::None);
        scene.set(to, make_piece(c, PieceType::King));
        scene.wait(300, 2500);
    }
    scene.wait(7000, 12000);
}

void analyse(Scene& scene, const HandRates& rates, Position position, int plies) {
    const Placement before = position.placement();
    for (Bitboard b = differing_squares(scene.board, before); b != 0;) {
        const Square s = pop_first(b);
        scene.set(s, before[s]);
    }
    for (int i = 0; i < plies; ++i) {
        const MoveList moves = position.legal_moves();
        if (moves.empty()) break;
        const Move m = moves[scene.random.below(moves.size())];
        const Position after = position.play(m);
        scene.now = scene.stage
                        .perform(plan_move(position, after, m, rates, scene.random), position.turn(),
                                 scene.now, scene.now, 0)
                        .settled;
        scene.wait(200, 2500);
        position = after;
    }
    scene.board = position.placement();
}

void reset_pieces(Scene& scene, const Placement& array) {
    std::array<Square, kSquareCount> order{};
    for (std::size_t i = 0; i < kSquareCount; ++i) order[i] = square_at(i);
    for (std::size_t i = kSquareCount - 1; i > 0; --i) std::swap(order[i], order[scene.random.below(i + 1)]);
    for (const Square s : order) {
        const Piece wanted = array[s];
        if (wanted == scene.board[s] || wanted == Piece::None) continue;
        for (const Square from : order) {
            if (scene.board[from] == wanted && array[from] != wanted) {
                scene.set(from, Piece::None);
                break;
            }
        }
        if (scene.board[s] != Piece::None) scene.set(s, Piece::None);
        scene.set(s, wanted);
    }
    for (const Square s : order) scene.set(s, array[s]);
    scene.wait(1000, 2000);
}

}  // namespace

void finish_game(HandStage& stage, SeededRandom& random, const HandRates& rates, const Position& last,
                 const Ending& ending, Instant at) {
    Scene scene{stage, random, last.placement(), at};
    scene.wait(500, 2000);
    if (ending.pause_clock) stage.clock(ActKind::PauseClock, Color::White, scene.now);
    scene.wait(500, 3000);
    if (ending.kings_signal) kings_to_the_centre(scene, last, *ending.kings_signal);
    if (ending.analysis_plies > 0) analyse(scene, rates, last, ending.analysis_plies);
    if (ending.reset_pieces) reset_pieces(scene, stage.script.start);
    stage.script.end = std::max(stage.script.end, scene.now);
}

}  // namespace boardbridge::simulated
