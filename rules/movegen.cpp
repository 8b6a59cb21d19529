// The legal moves of a position, found without trying them: pieces may go only where a check is answered and
// where a pin lets them. One generator, written for a colour and for what is wanted of the moves (to count or
// to list them). Source: Laws of Chess 2023, Articles 3.1 to 3.9; Guidelines II (castling).
#include <algorithm>

#include "rules/attacks.hpp"
#include "rules/position.hpp"

// Counting bits is one instruction on every x86-64 machine of the last fifteen years, but not of the first
// ones, for which the distribution is built. So counting is compiled twice, and the loader takes what the
// machine has.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define BOARDBRIDGE_WITH_POPCNT [[gnu::target_clones("popcnt", "default"), gnu::flatten]]
#else
#define BOARDBRIDGE_WITH_POPCNT
#endif

namespace boardbridge::rules {

namespace {

/// Counts moves.
struct Counter {
    std::size_t moves = 0;

    void piece(Square, Bitboard to) { moves += static_cast<std::size_t>(count(to)); }
    void pawns(int, Bitboard to) { moves += static_cast<std::size_t>(count(to)); }
    void promotions(int, Bitboard to) { moves += 4 * static_cast<std::size_t>(count(to)); }
    void one(Move) { ++moves; }
};

/// Lists moves. `step` is what a pawn added to the number of its square.
struct Lister {
    MoveList& list;

    void piece(Square from, Bitboard to) {
        while (to != 0) list.add(Move(from, pop_first(to)));
    }
    void pawns(int step, Bitboard to) {
        while (to != 0) {
            const Square square = pop_first(to);
            list.add(Move(origin(square, step), square));
        }
    }
    void promotions(int step, Bitboard to) {
        using enum PieceType;
        while (to != 0) {
            const Square square = pop_first(to);
            for (const PieceType type : {Queen, Rook, Bishop, Knight})
                list.add(Move(origin(square, step), square, MoveKind::Promotion, type));
        }
    }
    void one(Move m) { list.add(m); }

    static Square origin(Square to, int step) { return static_cast<Square>(static_cast<int>(to) - step); }
};

template <Color Us>
constexpr Bitboard forward(Bitboard b) {
    return Us == Color::White ? b << 8U : b >> 8U;
}
/// One step forward and towards the a-file, or the h-file.
template <Color Us>
constexpr Bitboard forward_a(Bitboard b) {
    return forward<Us>(b & ~kFileA) >> 1U;
}
template <Color Us>
constexpr Bitboard forward_h(Bitboard b) {
    return forward<Us>(b & ~kFileH) << 1U;
}

/// Would the king be safe after this en passant capture? Tried on the board: two pawns leave a line at once,
/// which neither pins nor the mask of a check can tell.
bool en_passant_is_safe(const Position& p, Square from, Square to) {
    const Bitboard captured = bit(make_square(file_of(to), rank_of(from)));
    const Bitboard after = (p.occupied() ^ bit(from) ^ captured) | bit(to);
    return (p.attackers(p.king(p.turn()), opposite(p.turn()), after) & ~captured) == 0;
}

template <Color Us, class Sink>
class Generator {
public:
    Generator(const Position& position, Bitboard origins, Sink& sink)
        : position_(position),
          sink_(sink),
          origins_(origins),
          king_(position.king(Us)),
          own_(position.pieces(Us)),
          theirs_(position.pieces(kThem)),
          occupied_(own_ | theirs_),
          their_diagonal_(position.pieces(kThem, Bishop) | position.pieces(kThem, Queen)),
          their_straight_(position.pieces(kThem, Rook) | position.pieces(kThem, Queen)) {}

    void run() {
        find_checks_and_pins();
        king_moves();
        if ((checkers_ & (checkers_ - 1)) != 0) return;  // of two checks only the king gets out
        // A king is never captured, even where a position allows it (Article 1.4.1).
        allowed_ = ~own_ & ~position_.pieces(kThem, King);
        if (checkers_ != 0) allowed_ &= checkers_ | between(king_, first(checkers_));
        pawn_moves();
        if (position_.en_passant()) en_passant_captures(*position_.en_passant());
        piece_moves();
    }

private:
    static constexpr Color kThem = opposite(Us);
    static constexpr PieceType Pawn = PieceType::Pawn;
    static constexpr PieceType Knight = PieceType::Knight;
    static constexpr PieceType Bishop = PieceType::Bishop;
    static constexpr PieceType Rook = PieceType::Rook;
    static constexpr PieceType Queen = PieceType::Queen;
    static constexpr PieceType King = PieceType::King;

    void find_checks_and_pins() {
        const Bitboard diagonals = bishop_attacks(king_, occupied_);
        const Bitboard lines = rook_attacks(king_, occupied_);
        checkers_ = (diagonals & their_diagonal_) | (lines & their_straight_) |
                    (knight_attacks(king_) & position_.pieces(kThem, Knight)) |
                    (pawn_attacks(Us, king_) & position_.pieces(kThem, Pawn)) |
                    (king_attacks(king_) & position_.pieces(kThem, King));
        pinned_diagonal_ =
            pins(bishop_attacks(king_, occupied_ ^ (diagonals & own_)) & their_diagonal_ & ~diagonals);
        pinned_straight_ = pins(rook_attacks(king_, occupied_ ^ (lines & own_)) & their_straight_ & ~lines);
    }

    /// The lines from the king to pieces that pin, these included.
    Bitboard pins(Bitboard pinners) const {
        Bitboard lines = pinners;
        while (pinners != 0) lines |= between(king_, pop_first(pinners));
        return lines;
    }

    /// All that the other side attacks, seen through our king: he may not step back along the line of a
    /// check.
    Bitboard danger() const {
        const Bitboard occupied = occupied_ ^ bit(king_);
        const Bitboard pawns = position_.pieces(kThem, Pawn);
        Bitboard attacked = forward_a<kThem>(pawns) | forward_h<kThem>(pawns);
        attacked |= king_attacks(position_.king(kThem));
        for (Bitboard b = position_.pieces(kThem, Knight); b != 0;) attacked |= knight_attacks(pop_first(b));
        for (Bitboard b = their_diagonal_; b != 0;) attacked |= bishop_attacks(pop_first(b), occupied);
        for (Bitboard b = their_straight_; b != 0;) attacked |= rook_attacks(pop_first(b), occupied);
        return attacked;
    }

    void king_moves() {
        Bitboard steps = king_attacks(king_) & ~own_ & ~position_.pieces(kThem, King);
        if (!contains(origins_, king_)) steps = 0;
        Bitboard rooks = 0;
        for (Bitboard b = checkers_ == 0 ? position_.castling_rooks() & own_ : 0; b != 0;) {
            const Square rook = pop_first(b);
            const Bitboard others = occupied_ & ~bit(king_) & ~bit(rook);
            if (((king_way(rook) | rook_way(rook)) & others) == 0) rooks |= bit(rook);
        }
        if ((steps | rooks) == 0) return;
        const Bitboard attacked = danger();
        sink_.piece(king_, steps & ~attacked);
        for (Bitboard b = rooks; b != 0;) castling(pop_first(b), attacked);
    }

    static std::size_t wing_of(Square king, Square rook) {
        return rook > king ? CastlingRights::kKingside : CastlingRights::kQueenside;
    }
    Bitboard king_way(Square rook) const {
        const Square king_to = castled_king_square(Us, wing_of(king_, rook));
        return between(king_, king_to) | bit(king_to);
    }
    Bitboard rook_way(Square rook) const {
        const Square rook_to = castled_rook_square(Us, wing_of(king_, rook));
        return between(rook, rook_to) | bit(rook_to);
    }

    /// With a rook to which the way is free.
    void castling(Square rook, Bitboard attacked) {
        if ((king_way(rook) & attacked) != 0) return;
        if (position_.chess960()) {  // the rook may have covered the king's new square
            const Square king_to = castled_king_square(Us, wing_of(king_, rook));
            const Square rook_to = castled_rook_square(Us, wing_of(king_, rook));
            const Bitboard after = (occupied_ & ~bit(king_) & ~bit(rook)) | bit(rook_to);
            if ((rook_attacks(king_to, after) & their_straight_) != 0) return;
        }
        sink_.one(Move(king_, rook, MoveKind::Castling));
    }

    void pawn_moves() {
        constexpr int kStep = Us == Color::White ? 8 : -8;
        constexpr Bitboard kLastRank = Us == Color::White ? kRank8 : kRank1;
        constexpr Bitboard kThirdRank = rank_mask(Us == Color::White ? 2 : 5);
        // A pawn on an end rank (after an illegal move) cannot move.
        const Bitboard pawns = position_.pieces(Us, Pawn) & origins_ & ~(kRank1 | kRank8);
        const Bitboard empty = ~occupied_;

        const Bitboard pushers = pawns & ~pinned_diagonal_;
        const Bitboard push = empty & (forward<Us>(pushers & ~pinned_straight_) |
                                       (forward<Us>(pushers & pinned_straight_) & pinned_straight_));
        const Bitboard push_two = forward<Us>(push & kThirdRank) & empty & allowed_;
        const Bitboard takers = pawns & ~pinned_straight_;
        const Bitboard free = takers & ~pinned_diagonal_;
        const Bitboard pinned = takers & pinned_diagonal_;
        const Bitboard targets = theirs_ & allowed_;
        const Bitboard take_a = targets & (forward_a<Us>(free) | (forward_a<Us>(pinned) & pinned_diagonal_));
        const Bitboard take_h = targets & (forward_h<Us>(free) | (forward_h<Us>(pinned) & pinned_diagonal_));

        sink_.pawns(kStep, push & allowed_ & ~kLastRank);
        sink_.pawns(2 * kStep, push_two);
        sink_.pawns(kStep - 1, take_a & ~kLastRank);
        sink_.pawns(kStep + 1, take_h & ~kLastRank);
        if ((pawns & forward<kThem>(kLastRank)) == 0) return;
        sink_.promotions(kStep, push & allowed_ & kLastRank);
        sink_.promotions(kStep - 1, take_a & kLastRank);
        sink_.promotions(kStep + 1, take_h & kLastRank);
    }

    void en_passant_captures(Square target) {
        for (Bitboard b = pawn_attacks(kThem, target) & position_.pieces(Us, Pawn) & origins_; b != 0;) {
            const Square from = pop_first(b);
            if (en_passant_is_safe(position_, from, target))
                sink_.one(Move(from, target, MoveKind::EnPassant));
        }
    }

    void piece_moves() {
        const Bitboard pinned = pinned_diagonal_ | pinned_straight_;
        const Bitboard queens = position_.pieces(Us, Queen);
        for (Bitboard b = position_.pieces(Us, Knight) & origins_ & ~pinned; b != 0;) {
            const Square from = pop_first(b);
            sink_.piece(from, knight_attacks(from) & allowed_);
        }
        const Bitboard diagonal = (position_.pieces(Us, Bishop) | queens) & origins_ & ~pinned_straight_;
        for (Bitboard b = diagonal & ~pinned_diagonal_; b != 0;) {
            const Square from = pop_first(b);
            sink_.piece(from, bishop_attacks(from, occupied_) & allowed_);
        }
        for (Bitboard b = diagonal & pinned_diagonal_; b != 0;) {
            const Square from = pop_first(b);
            sink_.piece(from, bishop_attacks(from, occupied_) & allowed_ & pinned_diagonal_);
        }
        const Bitboard straight = (position_.pieces(Us, Rook) | queens) & origins_ & ~pinned_diagonal_;
        for (Bitboard b = straight & ~pinned_straight_; b != 0;) {
            const Square from = pop_first(b);
            sink_.piece(from, rook_attacks(from, occupied_) & allowed_);
        }
        for (Bitboard b = straight & pinned_straight_; b != 0;) {
            const Square from = pop_first(b);
            sink_.piece(from, rook_attacks(from, occupied_) & allowed_ & pinned_straight_);
        }
    }

    const Position& position_;
    Sink& sink_;
    const Bitboard origins_;  // only moves from there are wanted, and castling
    const Square king_;
    const Bitboard own_;
    const Bitboard theirs_;
    const Bitboard occupied_;
    const Bitboard their_diagonal_;
    const Bitboard their_straight_;
    Bitboard checkers_ = 0;
    Bitboard pinned_diagonal_ = 0;  // lines of pins, from the king to the pinning piece
    Bitboard pinned_straight_ = 0;
    Bitboard allowed_ = 0;  // where pieces other than the king may go
};

template <class Sink>
void generate(const Position& p, Bitboard origins, Sink& sink) {
    if (p.turn() == Color::White)
        Generator<Color::White, Sink>(p, origins, sink).run();
    else
        Generator<Color::Black, Sink>(p, origins, sink).run();
}

constexpr Bitboard kEverywhere = ~Bitboard{0};

BOARDBRIDGE_WITH_POPCNT std::size_t count_moves(const Position& p) {
    Counter counter;
    generate(p, kEverywhere, counter);
    return counter.moves;
}

}  // namespace

void Position::legal_moves(MoveList& out) const { legal_moves_from(kEverywhere, out); }

void Position::legal_moves_from(Bitboard origins, MoveList& out) const {
    Lister lister{out};
    generate(*this, origins, lister);
}

std::size_t Position::count_legal_moves() const { return count_moves(*this); }

bool Position::has_legal_move() const { return count_legal_moves() != 0; }

bool Position::is_legal(Move m) const {
    const MoveList moves = legal_moves();
    return std::find(moves.begin(), moves.end(), m) != moves.end();
}

std::optional<Square> Position::legal_en_passant() const {
    if (en_passant_ == kNoSquare) return std::nullopt;
    const auto target = static_cast<Square>(en_passant_);
    for (Bitboard b = pawn_attacks(opposite(turn_), target) & pieces(turn_, PieceType::Pawn); b != 0;)
        if (en_passant_is_safe(*this, pop_first(b), target)) return target;
    return std::nullopt;
}

std::uint64_t perft(const Position& p, int depth) {
    if (depth <= 0) return 1;
    if (depth == 1) return p.count_legal_moves();
    std::uint64_t leaves = 0;
    for (const Move m : p.legal_moves()) leaves += perft(p.play(m), depth - 1);
    return leaves;
}

}  // namespace boardbridge::rules
