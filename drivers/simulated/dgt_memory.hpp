// The board's own memory: a cyclic store of everything it sensed and of every lever change, as the EEPROM
// dump and the bus commands for changes read it. Source: device-protocols 2.3, 2.4.
#pragma once

#include <deque>

#include "drivers/simulated/dgt_wire.hpp"
#include "rules/clock.hpp"

namespace boardbridge::simulated {

class DgtMemory {
public:
    /// What single-board message 8F carries, end mark included.
    static constexpr std::size_t kDumpSize = 0x1F00;

    /// Power-up (or a reset): three NOPs, the tag, one piece event for each piece.
    void power_up(const Scanner::Fields& fields, Instant now);
    void piece(unsigned field, rules::Piece p, const Scanner::Fields& now_sensed, Instant now);
    /// The side that has just been halted and its time.
    void lever(rules::ClockSide halted, Micros left);
    /// Start tag and all pieces, for BUS_SET_START_GAME.
    void start_game(const Scanner::Fields& fields, Instant now);

    /// Exactly kDumpSize bytes, oldest first, EE_EOF last; notes that it was taken.
    Bytes dump();
    /// Events since the last call.
    Bytes take_changes();
    /// Events since the start tag (or the oldest), without those still waiting for take_changes().
    Bytes from_start() const;

private:
    void add(std::initializer_list<std::byte> event);
    void add_piece(unsigned field, rules::Piece p, Instant now);
    void add_position_tags(const Scanner::Fields& fields);
    std::uint64_t first_held() const { return end_ - bytes_.size(); }
    Bytes range(std::uint64_t from, std::uint64_t to) const;

    std::deque<std::byte> bytes_;
    std::uint64_t end_ = 0;    ///< bytes ever written; positions count from the first
    std::uint64_t taken_ = 0;  ///< take_changes() has read up to here
    std::uint64_t start_ = 0;
    std::optional<Instant> last_piece_;
    std::optional<unsigned> last_field_;  ///< of the newest entry, if that is a piece event
    bool tag_armed_ = true;
};

}  // namespace boardbridge::simulated
