// From a list of moves to what a host would receive on the wire: hands, scan, clock and device in virtual
// time, as bytes with their moments or as a capture text (contract section 2). For goldens, benches and
// tests.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "drivers/simulated/dgt_device.hpp"
#include "drivers/simulated/sloppy_hand.hpp"

namespace boardbridge::simulated {

/// Received bytes, message by message, with the moment of each one's last byte.
class Recording {
public:
    struct Chunk {
        Instant at;
        std::size_t offset = 0;
        std::size_t size = 0;
    };
    void add(Instant at, std::span<const std::byte> bytes);
    const std::vector<Chunk>& chunks() const { return chunks_; }
    std::span<const std::byte> bytes_of(const Chunk& c) const {
        return std::span(bytes_).subspan(c.offset, c.size);
    }
    std::size_t size() const { return chunks_.size(); }

private:
    std::vector<std::byte> bytes_;
    std::vector<Chunk> chunks_;
};

struct SimulatedGameOptions {
    HandOptions hands;  ///< profile, seed, extras, ending; `begin` 0: the clock starts 1.2 s after the dump
    DgtDeviceOptions device;                ///< `seed` and `first_to_move` are taken from the game
    Micros tail = std::chrono::seconds(3);  ///< recorded after the last act
    /// Nothing: what suits the profile (90 min + 30 s; blitz and scramble 3 min + 2 s).
    std::vector<rules::TimePeriod> periods;
};

struct SimulatedGame {
    HandScript script;
    Recording recording;  ///< the dump comes first
};

/// One game on one single-board DGT device in UPDATE_NICE mode, from time 0 on.
SimulatedGame simulate_game(const rules::Position& start, std::span<const rules::Move> moves,
                            SimulatedGameOptions options);

/// Header lines (without "# "), e.g. "what: blitz hands, seed 7", then the data lines.
std::string capture_text(const Recording& recording, std::string_view line = "b1",
                         std::span<const std::string> headers = {});

/// What any board under these hands would sense, change by change, with field numbers as in FieldChange.
/// `occupancy`: pieces without identity (Piece::Unknown), for boards that know only occupied and empty.
std::vector<FieldChange> sense(const HandScript& script, std::uint64_t seed, bool rotated, bool occupancy,
                               int slowness = 1);

}  // namespace boardbridge::simulated
