// Frames of a DGT board in single-board mode: header `80|id, length 7+7 bits`, payload below 0x80, no
// checksum. Finds them in a stream that may start anywhere, lose bytes or hold garbage. Knows no meaning.
// device-protocols 1.2, 1.4.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "drivers/device_event.hpp"

namespace boardbridge::drivers::dgt {

/// Message ids, board to host (device-protocols 1.4).
enum class MessageId : std::uint8_t {
    BoardDump = 0x86,
    ClockTimes = 0x8D,
    FieldUpdate = 0x8E,
    EepromMoves = 0x8F,
    BusAddress = 0x90,
    SerialNumber = 0x91,
    Trademark = 0x92,
    Version = 0x93,
    BoardDump50Black = 0x94,
    BoardDump50White = 0x95,
    HardwareVersion = 0x96,
    BatteryStatus = 0xA0,
    LongSerialNumber = 0xA2
};

struct Frame {
    std::uint8_t id = 0;  ///< with bit 7; any value from 0x80, see MessageId
    std::span<const std::uint8_t> payload;
    std::size_t size() const { return payload.size() + 3; }
};

/// Can a message of this id have this total length? Ids that nobody has described may have any up to the
/// longest.
using LengthRule = bool (*)(std::uint8_t id, std::size_t total);
/// In single-board mode.
bool is_possible_length(std::uint8_t id, std::size_t total);

/// Stream in, frames out. Fixed memory. Frames of bus mode look the same from here.
class FrameReader {
public:
    static constexpr std::size_t kLongest =
        0x1F06;  ///< the whole memory in a bus frame; nothing longer is legal
    /// Discarded runs are told at the latest when they have grown to this.
    static constexpr std::size_t kDiscardReport = 256;

    explicit FrameReader(LengthRule rule = is_possible_length) : is_possible_(rule) {}

    /// Where the next bytes go; at least 1 KiB. Invalidates the payload of the frame last returned.
    std::span<std::byte> space();
    void commit(std::size_t n) { tail_ += n; }

    /// A complete frame, a run of discarded bytes (always told before the frame that follows it), or nothing:
    /// more bytes are needed. The result does not depend on how the stream was split.
    std::variant<std::monostate, Frame, Discarded> next();

    /// Bytes of a message that has begun and not ended.
    std::size_t pending() const { return tail_ - head_; }
    std::size_t discarding() const { return run_; }
    /// The line has been quiet: what was discarded so far, if anything.
    std::optional<Discarded> flush();
    /// Gives up the message that has begun.
    void drop_pending();
    /// Forgets all bytes: the line is a new one.
    void reset() { head_ = scanned_ = tail_ = run_ = 0; }

    /// Bytes not yet looked at, to take some away before they are taken for frames.
    std::span<const std::uint8_t> unread() const { return std::span(buffer_).subspan(head_, tail_ - head_); }
    /// At most as many as are unread, and only between frames.
    void skip(std::size_t n) { head_ += n; }

private:
    void discard(std::size_t n, DiscardReason reason);
    Discarded take_run();

    LengthRule is_possible_;
    std::array<std::uint8_t, kLongest + 1280> buffer_;
    std::size_t head_ = 0;     // first byte not consumed
    std::size_t scanned_ = 0;  // payload bytes of the message at head_ known to be below 0x80
    std::size_t tail_ = 0;
    std::size_t run_ = 0;  // discarded, not yet told
    DiscardReason run_reason_ = DiscardReason::Garbage;
};

}  // namespace boardbridge::drivers::dgt
