#include "rules/start_array.hpp"

#include "rules/chess960.hpp"

namespace boardbridge::rules {

namespace {

constexpr Bitboard kOuterRanks = 0xFFFF00000000FFFFULL;
constexpr Bitboard kOuterFiles = file_mask(0) | file_mask(1) | file_mask(6) | file_mask(7);

/// The right numbers of pieces, pawns on the second rows.
bool right_pieces(const Placement& p) {
    for (int f = 0; f < 8; ++f) {
        if (p[make_square(f, 1)] != Piece::WhitePawn || p[make_square(f, 6)] != Piece::BlackPawn)
            return false;
    }
    const Placement standard = standard_start_placement();
    for (const Color c : {Color::White, Color::Black}) {
        for (const PieceType t :
             {PieceType::King, PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight}) {
            const Bitboard home = rank_mask(home_rank(c));
            if (count(p.squares_of(make_piece(c, t)) & home) !=
                count(standard.squares_of(make_piece(c, t)) & home))
                return false;
        }
    }
    return true;
}

/// The rights that a wrong array leaves: king and rook each on their own square (A.5.1, 2009 A4).
CastlingRights rights_of_array(const Placement& p) {
    CastlingRights rights;
    for (const Color c : {Color::White, Color::Black}) {
        const int home = home_rank(c);
        if (!is(p[make_square(4, home)], c, PieceType::King)) continue;
        const auto rook_on = [&](int file) -> std::optional<Square> {
            if (!is(p[make_square(file, home)], c, PieceType::Rook)) return std::nullopt;
            return make_square(file, home);
        };
        rights.rook[index(c)][CastlingRights::kKingside] = rook_on(7);
        rights.rook[index(c)][CastlingRights::kQueenside] = rook_on(0);
    }
    return rights;
}

std::optional<StartArray> upright_array(const Placement& p, bool chess960) {
    if (!right_pieces(p)) return std::nullopt;
    StartArray found;
    if (chess960) {
        if (const auto number = chess960_number(p)) {
            found.setup = *chess960_start(*number);
            return found;
        }
    }
    if (p == standard_start_placement()) {
        found.setup = Setup::standard_start();
        return found;
    }
    found.wrong = true;
    found.setup.placement = p;
    found.setup.castling = rights_of_array(p);
    return found;
}

}  // namespace

bool fills_outer_rows(Bitboard occupied) { return occupied == kOuterRanks || occupied == kOuterFiles; }

std::optional<StartArray> find_start_array(const Placement& physical, bool chess960) {
    const Bitboard occupied = physical.occupied();
    if (!fills_outer_rows(occupied)) return std::nullopt;
    if (occupied == kOuterFiles) {
        StartArray turned;
        turned.wrong = turned.quarter_turn = true;
        turned.setup.placement = physical;
        return turned;
    }
    auto upright = upright_array(physical, chess960);
    if (upright && !upright->wrong) return upright;
    auto flipped = upright_array(physical.rotated(), chess960);
    if (flipped) flipped->flipped = true;
    if (flipped && !flipped->wrong) return flipped;
    return upright ? upright : flipped;
}

std::optional<Result> kings_signal(const Placement& sensed, const Position& head) {
    const Bitboard white = sensed.squares_of(Piece::WhiteKing);
    const Bitboard black = sensed.squares_of(Piece::BlackKing);
    if (count(white) != 1 || count(black) != 1) return std::nullopt;
    if (((white | black) & ~kCentre) != 0) return std::nullopt;
    const Bitboard kings = white | black | bit(head.king(Color::White)) | bit(head.king(Color::Black));
    const Bitboard elsewhere = differing_squares(sensed, head.placement()) & ~kings & ~kCentre;
    if (count(elsewhere) > 2) return std::nullopt;
    constexpr Bitboard kLight = bit(Square::E4) | bit(Square::D5);
    const int light = count((white | black) & kLight);
    if (light == 2) return Result::WhiteWins;
    return light == 0 ? Result::BlackWins : Result::Draw;
}

}  // namespace boardbridge::rules
