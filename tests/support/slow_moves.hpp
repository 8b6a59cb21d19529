// Legal moves found the slow way: a mailbox, every pseudo-legal move tried, the king looked for afterwards.
// Shares nothing with rules/ but its nouns (Placement, Setup, Move), so that one mistake cannot hide in both.
// Source: Laws of Chess 2023, Article 3; Guidelines II. A pawn on an end rank does not move; no king is
// taken.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "rules/move.hpp"
#include "rules/placement.hpp"
#include "rules/setup.hpp"

namespace boardbridge::support {

class SlowMoves {
public:
    explicit SlowMoves(const rules::Setup& setup) : s_(setup) {}

    std::vector<rules::Move> legal() const {
        std::vector<rules::Move> moves;
        for (const rules::Move m : pseudo_legal())
            if (!king_attacked(after(m).placement, s_.turn)) moves.push_back(m);
        return moves;
    }

    /// What stands on the board after a move, and all else a FEN says.
    rules::Setup after(rules::Move m) const {
        using namespace rules;
        Setup next = s_;
        Placement& p = next.placement;
        const Piece moving = p[m.from()];
        const bool pawn = type_of(moving) == PieceType::Pawn;
        const bool takes = m.kind() != MoveKind::Castling && p[m.to()] != Piece::None;
        next.en_passant.reset();
        p.set(m.from(), Piece::None);
        if (m.kind() == MoveKind::Castling) {
            const bool short_side = file_of(m.to()) > file_of(m.from());
            p.set(m.to(), Piece::None);
            p.set(make_square(short_side ? 6 : 2, rank_of(m.from())), moving);
            p.set(make_square(short_side ? 5 : 3, rank_of(m.from())), make_piece(s_.turn, PieceType::Rook));
        } else {
            p.set(m.to(), m.kind() == MoveKind::Promotion ? make_piece(s_.turn, m.promotion()) : moving);
        }
        if (m.kind() == MoveKind::EnPassant)
            p.set(make_square(file_of(m.to()), rank_of(m.from())), Piece::None);
        if (pawn && std::abs(rank_of(m.to()) - rank_of(m.from())) == 2)
            next.en_passant = make_square(file_of(m.from()), (rank_of(m.from()) + rank_of(m.to())) / 2);
        for (auto& wings : next.castling.rook)
            for (auto& rook : wings)
                if (rook == m.from() || rook == m.to()) rook.reset();
        if (type_of(moving) == PieceType::King) next.castling.rook[index(s_.turn)] = {};
        next.halfmove_clock = pawn || takes ? 0 : s_.halfmove_clock + 1;
        next.fullmove_number = s_.fullmove_number + (s_.turn == Color::Black ? 1 : 0);
        next.turn = opposite(s_.turn);
        return next;
    }

    static bool attacked(const rules::Placement& p, rules::Square target, rules::Color by) {
        using namespace rules;
        for (std::size_t i = 0; i < kSquareCount; ++i) {
            const Piece piece = p[square_at(i)];
            if (piece == Piece::None || color_of(piece) != by) continue;
            for (const Square s : reach(p, square_at(i)))
                if (s == target) return true;
        }
        return false;
    }

private:
    using Steps = std::vector<std::pair<int, int>>;

    static bool king_attacked(const rules::Placement& p, rules::Color c) {
        for (std::size_t i = 0; i < rules::kSquareCount; ++i)
            if (rules::is(p[rules::square_at(i)], c, rules::PieceType::King))
                return attacked(p, rules::square_at(i), rules::opposite(c));
        return false;
    }

    static void walk(const rules::Placement& p, rules::Square from, const Steps& steps, bool far,
                     std::vector<rules::Square>& out) {
        for (const auto& [file_step, rank_step] : steps) {
            int file = rules::file_of(from) + file_step;
            int rank = rules::rank_of(from) + rank_step;
            while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
                const rules::Square s = rules::make_square(file, rank);
                out.push_back(s);
                if (!far || p[s] != rules::Piece::None) break;
                file += file_step;
                rank += rank_step;
            }
        }
    }

    /// Squares that the piece attacks, whoever stands there.
    static std::vector<rules::Square> reach(const rules::Placement& p, rules::Square from) {
        using enum rules::PieceType;
        const Steps straight = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
        const Steps diagonal = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
        std::vector<rules::Square> out;
        const rules::Piece piece = p[from];
        const int ahead = rules::color_of(piece) == rules::Color::White ? 1 : -1;
        switch (rules::type_of(piece)) {
            case Pawn:
                walk(p, from, {{-1, ahead}, {1, ahead}}, false, out);
                break;
            case Knight:
                walk(p, from, {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}, false,
                     out);
                break;
            case Bishop:
                walk(p, from, diagonal, true, out);
                break;
            case Rook:
                walk(p, from, straight, true, out);
                break;
            case Queen:
                walk(p, from, diagonal, true, out);
                walk(p, from, straight, true, out);
                break;
            case King:
                walk(p, from, diagonal, false, out);
                walk(p, from, straight, false, out);
                break;
        }
        return out;
    }

    bool empty(rules::Square s) const { return s_.placement[s] == rules::Piece::None; }
    bool enemy(rules::Square s) const {
        const rules::Piece piece = s_.placement[s];
        return piece != rules::Piece::None && rules::color_of(piece) != s_.turn;
    }
    bool takeable(rules::Square s) const {
        return enemy(s) && rules::type_of(s_.placement[s]) != rules::PieceType::King;
    }

    std::vector<rules::Move> pseudo_legal() const {
        using namespace rules;
        std::vector<Move> moves;
        for (std::size_t i = 0; i < kSquareCount; ++i) {
            const Square from = square_at(i);
            if (empty(from) || enemy(from)) continue;
            if (type_of(s_.placement[from]) == PieceType::Pawn) {
                pawn_moves(from, moves);
                continue;
            }
            for (const Square to : reach(s_.placement, from))
                if (empty(to) || takeable(to)) moves.push_back(Move(from, to));
            if (type_of(s_.placement[from]) == PieceType::King) castlings(from, moves);
        }
        return moves;
    }

    void pawn_move(rules::Square from, rules::Square to, std::vector<rules::Move>& out) const {
        using enum rules::PieceType;
        if (rules::rank_of(to) != 0 && rules::rank_of(to) != 7) {
            out.push_back(rules::Move(from, to));
            return;
        }
        for (const auto type : {Queen, Rook, Bishop, Knight})
            out.push_back(rules::Move(from, to, rules::MoveKind::Promotion, type));
    }

    void pawn_moves(rules::Square from, std::vector<rules::Move>& out) const {
        using namespace rules;
        const int rank = rank_of(from);
        if (rank == 0 || rank == 7) return;
        const int ahead = s_.turn == Color::White ? 1 : -1;
        const Square one = make_square(file_of(from), rank + ahead);
        if (empty(one)) {
            pawn_move(from, one, out);
            if (rank == (s_.turn == Color::White ? 1 : 6)) {
                const Square two = make_square(file_of(from), rank + 2 * ahead);
                if (empty(two)) out.push_back(Move(from, two));
            }
        }
        for (const Square to : reach(s_.placement, from)) {
            if (takeable(to)) pawn_move(from, to, out);
            if (s_.en_passant == to) out.push_back(Move(from, to, MoveKind::EnPassant));
        }
    }

    void castlings(rules::Square king, std::vector<rules::Move>& out) const {
        using namespace rules;
        for (const auto& rook : s_.castling.rook[index(s_.turn)])
            if (rook && way_is_free(king, *rook)) out.push_back(Move(king, *rook, MoveKind::Castling));
    }

    /// Nothing between but the two, and no attack on the squares of the king, the last one apart: that one is
    /// looked at when both have moved.
    bool way_is_free(rules::Square king, rules::Square rook) const {
        using namespace rules;
        const bool short_side = file_of(rook) > file_of(king);
        const int king_to = short_side ? 6 : 2;
        const int rook_to = short_side ? 5 : 3;
        const int rank = rank_of(king);
        const auto free = [&](int a, int b) {
            for (int f = std::min(a, b); f <= std::max(a, b); ++f) {
                const Square s = make_square(f, rank);
                if (s != king && s != rook && !empty(s)) return false;
            }
            return true;
        };
        if (!free(file_of(king), king_to) || !free(file_of(rook), rook_to)) return false;
        Placement lifted = s_.placement;
        lifted.set(king, Piece::None);
        const int step = king_to > file_of(king) ? 1 : -1;
        for (int f = file_of(king); f != king_to; f += step)
            if (attacked(lifted, make_square(f, rank), opposite(s_.turn))) return false;
        return !attacked(s_.placement, king, opposite(s_.turn));
    }

    rules::Setup s_;
};

}  // namespace boardbridge::support
