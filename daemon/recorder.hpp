// The bytes of all lines of the last minutes, kept always, so that an operator can save what has just
// happened, and handed out as capture text. Bounded by age and memory. No I/O. Contract section 2, `record`
// in section 1.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "drivers/capture.hpp"
#include "rules/instant.hpp"

namespace boardbridge::daemon {

class Recorder {
public:
    struct Bounds {
        std::chrono::microseconds keep = std::chrono::minutes(10);
        std::size_t bytes = std::size_t{8} << 20U;
    };
    /// Where a reader stands. Entries that were dropped under it are counted in Piece::missed.
    struct Cursor {
        std::uint64_t block = 0;
        std::size_t offset = 0;
    };

    explicit Recorder(Bounds bounds) : bounds_(bounds) {}

    void set_bounds(Bounds bounds) { bounds_ = bounds; }
    /// `line` must be a name that can stand in a capture.
    void add(const std::string& line, drivers::Direction direction, std::span<const std::byte> bytes,
             Instant at);
    /// Makes the line known; its driver goes into the header of captures.
    void set_driver(const std::string& line, const std::string& driver);

    /// From the first entry that is not older than `since`.
    Cursor find(Instant since) const;
    /// Of the entry at the cursor; nothing at the end.
    std::optional<Instant> time_at(const Cursor& cursor) const;
    /// The header of a capture that starts at `started` (offsets count from there).
    std::string header(drivers::CaptureTime started, const std::string& who, const std::string& line) const;

    struct Piece {
        std::string text;     ///< data lines
        bool missed = false;  ///< older entries were dropped before the reader came to them
        bool at_end = false;  ///< nothing more now
    };
    /// Goes on at the cursor until about `most` bytes of text are together. `line` empty: all. Offsets count
    /// from `start`; entries before it count as at it.
    Piece read(Cursor& cursor, const std::string& line, Instant start, std::size_t most) const;
    bool at_end(const Cursor& cursor) const;

    std::size_t bytes() const;
    bool knows(const std::string& line) const { return drivers_.contains(line); }

private:
    // Entries one after the other: milliseconds after the block's first one, line, length and direction
    // (varints), bytes.
    struct Block {
        std::vector<std::byte> data;
        Instant first;
        Instant last;
    };
    struct Entry {
        Instant at;
        std::uint32_t line = 0;
        drivers::Direction direction = drivers::Direction::Rx;
        std::span<const std::byte> bytes;
        std::size_t end = 0;  // offset of the next entry
    };
    static Entry entry_at(const Block& block, std::size_t offset);
    Block& block_for(std::size_t size, Instant at);
    const Block* block(std::uint64_t number) const;
    void drop_old(Instant now);
    std::uint32_t number(const std::string& line);

    Bounds bounds_;
    std::deque<Block> blocks_;
    std::uint64_t first_block_ = 0;  // number of blocks_.front()
    std::map<std::string, std::uint32_t> number_of_;
    std::vector<std::string> names_;
    std::map<std::string, std::string> drivers_;
};

}  // namespace boardbridge::daemon
