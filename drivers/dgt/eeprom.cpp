// Reading a board's memory. The first byte of an event decides its length; a byte that begins nothing known
// is passed over alone, since the stream may start in the middle of an event.
#include "drivers/dgt/eeprom.hpp"

#include <algorithm>
#include <array>

#include "drivers/dgt/message.hpp"

namespace boardbridge::drivers::dgt {

namespace {

using rules::Piece;

bool is_filler(std::uint8_t b) { return b == 0x00 || b == 0x7D || b == 0x7E || b == 0x7F; }

bool is_tag(std::uint8_t b) { return (b >= 0x6A && b <= 0x6F) || (b >= 0x7A && b <= 0x7C); }

std::optional<unsigned> bcd60(std::uint8_t b) {
    if (b >= 0x60 || (b & 0x0F) > 9) return std::nullopt;
    return (b >> 4) * 10U + (b & 0x0FU);
}

std::optional<MemoryTime> time_of(std::span<const std::uint8_t> p) {
    const auto minutes = bcd60(p[1]);
    const auto seconds = bcd60(p[2]);
    if (!minutes || !seconds) return std::nullopt;
    const rules::ClockSide halted = (p[0] & 0x10) != 0 ? rules::ClockSide::Left : rules::ClockSide::Right;
    return MemoryTime{halted, std::chrono::seconds((p[0] & 0x0FU) * 3600 + *minutes * 60 + *seconds)};
}

// What follows is the whole board, piece by piece.
bool begins_inventory(const MemoryEvent& event) {
    const auto* tag = std::get_if<MemoryTag>(&event);
    return tag != nullptr &&
           (*tag == MemoryTag::PowerUp || *tag == MemoryTag::StartTag || *tag == MemoryTag::WatchdogAction);
}

// What the board says of a position without changing it; may stand right after an inventory.
bool describes(const MemoryEvent& event) {
    const auto* tag = std::get_if<MemoryTag>(&event);
    return tag != nullptr && !begins_inventory(event) && *tag != MemoryTag::Eof &&
           *tag != MemoryTag::Downloaded;
}

// The board as far as the stream has told it: squares without an event so far are open.
class Reconstruction {
public:
    Reconstruction(const std::vector<MemoryEvent>& events, const rules::Placement& known,
                   const rules::Placement& final)
        : known_(known) {
        std::array<bool, rules::kSquareCount> touched{};
        for (const MemoryEvent& event : events) {
            if (begins_inventory(event)) touched.fill(true);
            if (const auto* c = std::get_if<MemoryChange>(&event)) touched[index(c->square)] = true;
        }
        for (std::size_t i = 0; i < rules::kSquareCount; ++i) {
            // Never touched by the stream: it stood there all the time.
            if (!touched[i]) set(i, final[rules::square_at(i)]);
        }
    }
    void apply(const MemoryEvent& event) {
        if (begins_inventory(event)) {
            for (std::size_t i = 0; i < rules::kSquareCount; ++i) set(i, Piece::None);
        } else if (const auto* c = std::get_if<MemoryChange>(&event)) {
            set(index(c->square), c->piece);
        }
    }
    // Few squares may be open still: where nothing is told, anything agrees.
    bool agrees() const { return different_ == 0 && open_ <= kMostOpen; }

private:
    void set(std::size_t i, Piece p) {
        if (!value_[i]) --open_;
        if (differs(i)) --different_;
        value_[i] = p;
        if (differs(i)) ++different_;
    }
    bool differs(std::size_t i) const { return value_[i] && *value_[i] != known_[rules::square_at(i)]; }

    static constexpr int kMostOpen = 8;
    const rules::Placement& known_;
    std::array<std::optional<Piece>, rules::kSquareCount> value_{};
    int different_ = 0;
    int open_ = rules::kSquareCount;
};

}  // namespace

std::optional<MemoryEvent> MemoryReader::next() {
    while (!rest_.empty()) {
        const std::uint8_t first = rest_[0];
        const auto take = [this](std::size_t n) { rest_ = rest_.subspan(n); };
        if (is_filler(first)) {
            take(1);
            continue;
        }
        if (is_tag(first)) {
            take(1);
            return MemoryEvent(static_cast<MemoryTag>(first));
        }
        if (first >= 0x40 && first <= 0x5F) {
            if (rest_.size() < 2) break;
            const std::uint8_t field = rest_[1];
            if (field <= 63) {
                take(2);
                return MemoryEvent(MemoryChange{square_of_field(field), piece_of_code(first & 0x0FU)});
            }
        } else if ((first & 0xEF) >= 0x60 && (first & 0xEF) <= 0x69) {
            if (rest_.size() < 3) break;
            if (const auto time = time_of(rest_.first(3))) {
                take(3);
                return MemoryEvent(*time);
            }
        }
        take(1);
        return MemoryEvent(MemoryUndefined{});
    }
    rest_ = {};
    return std::nullopt;
}

std::pair<MemoryPlayer::Step, MemoryPlayer::Step> MemoryPlayer::play(const MemoryEvent& event) {
    if (begins_inventory(event)) {
        placement_ = rules::Placement();
        in_inventory_ = true;
        return {};
    }
    const auto* change = std::get_if<MemoryChange>(&event);
    if (in_inventory_ && change != nullptr && change->piece != Piece::None &&
        placement_[change->square] == Piece::None) {
        placement_.set(change->square, change->piece);
        return {};
    }
    std::pair<Step, Step> steps;
    if (in_inventory_ && !describes(event)) {
        in_inventory_ = false;
        steps.first = placement_;
    }
    if (change != nullptr) {
        placement_.set(change->square, change->piece);
        steps.second = *change;
    }
    return steps;
}

std::optional<std::vector<MemoryEvent>> events_after(std::span<const std::uint8_t> stream,
                                                     const rules::Placement& known,
                                                     const rules::Placement& final) {
    std::vector<MemoryEvent> events;
    MemoryReader reader(stream);
    while (const auto event = reader.next()) events.push_back(*event);
    Reconstruction board(events, known, final);
    std::optional<std::size_t> last;
    if (board.agrees()) last = 0;
    for (std::size_t i = 0; i < events.size(); ++i) {
        board.apply(events[i]);
        if (board.agrees()) last = i + 1;
    }
    if (!last) return std::nullopt;
    events.erase(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(*last));
    return events;
}

}  // namespace boardbridge::drivers::dgt
