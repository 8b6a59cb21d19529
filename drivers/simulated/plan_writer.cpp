// See plan_writer.hpp. All chance of a ply that has a rate in the contract is drawn in the constructor, in a
// fixed order.
#include "drivers/simulated/plan_writer.hpp"

#include <algorithm>

namespace boardbridge::simulated {

using namespace rules;
using std::chrono::milliseconds;

Path path_between(Square from, Square to) {
    Path path;
    const int files = file_of(to) - file_of(from);
    const int ranks = rank_of(to) - rank_of(from);
    if (files != 0 && ranks != 0 && std::abs(files) != std::abs(ranks)) return path;
    const int length = std::max(std::abs(files), std::abs(ranks));
    for (int i = 1; i < length; ++i) {
        path.squares[path.size++] =
            make_square(file_of(from) + files / length * i, rank_of(from) + ranks / length * i);
    }
    return path;
}

PlanWriter::PlanWriter(const Position& before, const Position& after, const HandRates& r,
                       SeededRandom& chance)
    : random(chance),
      rates(r),
      before_(before),
      after_(after),
      board_(before.board()),
      want_slide_(chance.chance(r.slide)),
      want_wrong_square_(chance.chance(r.wrong_square)),
      want_drop_out_(chance.chance(r.drop_out)),
      want_misread_(chance.chance(r.misread)) {
    if (chance.chance(r.adjust)) adjust_another_piece();
}

void PlanWriter::put(ActKind kind, Square s, Piece p, Micros at, bool landing) {
    steps_.push_back({at, kind, s, p, landing});
    used_ |= bit(s);
}

bool PlanWriter::free_for_all(Square s) const {
    return before_.piece_at(s) == Piece::None && after_.piece_at(s) == Piece::None;
}

bool PlanWriter::free(Square s) const {
    return strict_ ? free_for_all(s) && !contains(used_, s) : board_[index(s)] == Piece::None;
}

void PlanWriter::adjust_another_piece() {
    const Color own = before_.turn();
    const Color whose = random.chance(85) ? own : opposite(own);
    Bitboard candidates = 0;
    for (std::size_t i = 0; i < kSquareCount; ++i) {
        const Square s = square_at(i);
        const Piece p = before_.piece_at(s);
        if (p != Piece::None && p == after_.piece_at(s) && color_of(p) == whose) candidates |= bit(s);
    }
    if (candidates == 0) return;
    for (auto skip = random.below(static_cast<std::uint64_t>(count(candidates))); skip > 0; --skip)
        pop_first(candidates);
    const Square s = first(candidates);
    put(ActKind::Lift, s, Piece::None, now);
    now += random.between(rates.carry);
    put(ActKind::Set, s, before_.piece_at(s), now);
    now += random.between(milliseconds(50), milliseconds(400));
    traits.adjusted = true;
}

void PlanWriter::lift(Square s) {
    put(ActKind::Lift, s, Piece::None, now);
    board_[index(s)] = Piece::None;
    lifted_at_[index(s)] = now;
    landed_ = std::max(landed_, now);
}

Piece PlanWriter::misread_of(Piece p) {
    const Color c = random.chance(60) ? color_of(p) : opposite(color_of(p));
    for (;;) {
        const Piece other = make_piece(c, static_cast<PieceType>(1 + random.below(6)));
        if (other != p) return other;
    }
}

void PlanWriter::land(Square s, Piece p, bool main) {
    now = std::max(now, lifted_at_[index(s)] + milliseconds(10));
    board_[index(s)] = p;
    landed_ = std::max(landed_, now);
    Micros settled = now;
    if (main && want_misread_) {
        settled += random.between(milliseconds(50), milliseconds(250));
        put(ActKind::Misread, s, misread_of(p), now, true);
        put(ActKind::Set, s, p, settled);
        traits.misread = true;
    } else {
        put(ActKind::Set, s, p, now, true);
    }
    if (main && want_drop_out_) {
        const Micros out = settled + random.between(milliseconds(50), milliseconds(500));
        put(ActKind::DropOut, s, Piece::None, out);
        put(ActKind::Set, s, p, out + random.between(milliseconds(150), milliseconds(600)));
        traits.dropped_out = true;
    }
}

void PlanWriter::transport(Piece p, Square from, Square to, bool main) {
    lift(from);
    if (main && want_wrong_square_) {
        if (const auto wrong = wrong_square(from, to)) {
            travel(p, from, *wrong);
            stand_on_wrong_square(p, *wrong);
            from = *wrong;
        }
    }
    reveal_ = now;
    travel(p, from, to);
}

void PlanWriter::bring_in(Piece p, Square to, bool main) {
    wait_carry();
    if (main && want_wrong_square_) {
        if (const auto wrong = wrong_neighbour(to)) {
            stand_on_wrong_square(p, *wrong);
            reveal_ = now;
            travel(p, *wrong, to);
            return;
        }
    }
    reveal_ = now;
}

void PlanWriter::stand_on_wrong_square(Piece p, Square s) {
    put(ActKind::Set, s, p, now, true);
    now += random.between(milliseconds(250), milliseconds(900));
    put(ActKind::Lift, s, Piece::None, now);
    traits.wrong_square = true;
}

void PlanWriter::travel(Piece p, Square from, Square to) {
    const Path path = path_between(from, to);
    const auto way = path.view();
    const bool open =
        !way.empty() && std::all_of(way.begin(), way.end(), [this](Square s) { return free(s); });
    traits.has_between = traits.has_between || open;
    if (open && want_slide_) {
        slide(p, way);
    } else {
        wait_carry();
    }
}

/// The piece is over each square in turn; neighbours may feel it both, or neither, for a moment.
void PlanWriter::slide(Piece p, std::span<const Square> way) {
    const Micros segment = random.between(rates.carry) / static_cast<Micros::rep>(way.size() + 1);
    const bool stops = random.chance(25);
    const std::size_t stop = random.below(way.size());
    const auto jitter = [&] { return random.between(Micros{0}, segment / 4); };
    steps_.back().offset += random.between(Micros{0}, std::min<Micros>(segment, milliseconds(80)));
    lifted_at_[index(steps_.back().square)] = steps_.back().offset;
    for (std::size_t i = 0; i < way.size(); ++i) {
        now += i == 0 ? segment / 2 : segment;
        put(ActKind::Cross, way[i], p, now + jitter(), true);
        if (stops && i == stop) now += random.between(milliseconds(100), milliseconds(600));
        put(ActKind::Leave, way[i], Piece::None, now + segment + jitter());
    }
    now += segment + segment / 2;
    traits.slide = true;
    traits.stop = traits.stop || stops;
}

std::optional<Square> PlanWriter::wrong_square(Square from, Square to) {
    const auto usable = [&](Square s) { return s != to && free_for_all(s) && !contains(used_, s); };
    Bitboard candidates = 0;
    for (const Move m : before_.legal_moves()) {
        if (m.from() == from && m.kind() == MoveKind::Normal && usable(m.to())) candidates |= bit(m.to());
    }
    if (candidates == 0 || random.chance(50)) {
        if (const auto near = wrong_neighbour(to)) return near;
    }
    if (candidates == 0) return std::nullopt;
    for (auto skip = random.below(static_cast<std::uint64_t>(count(candidates))); skip > 0; --skip)
        pop_first(candidates);
    return first(candidates);
}

std::optional<Square> PlanWriter::wrong_neighbour(Square to) {
    std::array<Square, 8> near{};
    std::size_t n = 0;
    for (int df = -1; df <= 1; ++df) {
        for (int dr = -1; dr <= 1; ++dr) {
            const int f = file_of(to) + df;
            const int r = rank_of(to) + dr;
            if (f < 0 || f > 7 || r < 0 || r > 7 || (df == 0 && dr == 0)) continue;
            const Square s = make_square(f, r);
            if (free_for_all(s) && !contains(used_, s)) near[n++] = s;
        }
    }
    if (n == 0) return std::nullopt;
    return near[random.below(n)];
}

void PlanWriter::carry_captured_out(Piece p, Square from, Micros at) {
    const int df = static_cast<int>(random.below(3)) - 1;
    const int dr = df == 0 ? (random.chance(50) ? 1 : -1) : static_cast<int>(random.below(3)) - 1;
    int f = file_of(from);
    int r = rank_of(from);
    for (auto steps = 1 + random.below(3); steps > 0; --steps) {
        f += df;
        r += dr;
        if (f < 0 || f > 7 || r < 0 || r > 7) return;
        const Square s = make_square(f, r);
        if (!free_for_all(s) || contains(used_, s)) return;
        at += random.between(milliseconds(20), milliseconds(150));
        put(ActKind::Cross, s, p, at);
        at += random.between(milliseconds(50), milliseconds(300));
        put(ActKind::Leave, s, Piece::None, at);
        traits.captured_carried = true;
    }
}

MovePlan PlanWriter::finish() {
    std::stable_sort(steps_.begin(), steps_.end(),
                     [](const Step& a, const Step& b) { return a.offset < b.offset; });
    return {std::move(steps_), std::min(reveal_, landed_), landed_, traits};
}

}  // namespace boardbridge::simulated
