// Framing by two rules: a byte from 0x80 up always starts a message, even inside another; a length that its
// id cannot have is no header. So garbage can hide at most what it overwrote, never the next complete
// message.
#include "drivers/dgt/frame.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace boardbridge::drivers::dgt {

namespace {

constexpr std::size_t kHeader = 3;

// How many bytes at the front are below 0x80.
std::size_t low_run(const std::uint8_t* p, std::size_t n) {
    std::size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, p + i, sizeof word);
        if ((word & 0x8080808080808080U) != 0) break;
    }
    while (i < n && p[i] < 0x80) ++i;
    return i;
}

}  // namespace

bool is_possible_length(std::uint8_t id, std::size_t total) {
    switch (static_cast<MessageId>(id)) {
        case MessageId::BoardDump:
            return total == 67 || total == 103;  // 103: draughts
        case MessageId::ClockTimes:
            return total == 10;
        case MessageId::FieldUpdate:
            return total == 5;
        case MessageId::EepromMoves:
            return true;
        case MessageId::BusAddress:
            return total == 5;
        case MessageId::SerialNumber:
            return total >= 8 && total <= 19;  // 5 digits; 12 bytes described in 1998
        case MessageId::Trademark:
            return total <= 515;  // twice what has been seen
        case MessageId::Version:
            return total == 5;
        case MessageId::BoardDump50Black:
        case MessageId::BoardDump50White:
            return total == 53;
        case MessageId::HardwareVersion:
            return total <= 19;  // uncertain: 5 in an emulation
        case MessageId::BatteryStatus:
            return total == 12 || total == 7;
        case MessageId::LongSerialNumber:
            return total == 13;
    }
    return true;
}

std::span<std::byte> FrameReader::space() {
    if (head_ == tail_) {
        head_ = tail_ = 0;
    } else if (buffer_.size() - tail_ < 1024) {
        std::memmove(buffer_.data(), buffer_.data() + head_, tail_ - head_);
        tail_ -= head_;
        head_ = 0;
    }
    assert(tail_ < buffer_.size());
    return std::as_writable_bytes(std::span(buffer_).subspan(tail_));
}

void FrameReader::discard(std::size_t n, DiscardReason reason) {
    if (run_ == 0) run_reason_ = reason;
    run_ += n;
    head_ += n;
    scanned_ = 0;
}

Discarded FrameReader::take_run() {
    const Discarded d{run_, run_reason_};
    run_ = 0;
    return d;
}

std::variant<std::monostate, Frame, Discarded> FrameReader::next() {
    while (head_ != tail_) {
        if (run_ >= kDiscardReport) return take_run();
        const std::uint8_t* const p = buffer_.data() + head_;
        const std::size_t available = tail_ - head_;
        if (p[0] < 0x80) {
            discard(low_run(p, std::min(available, kDiscardReport - run_)), DiscardReason::Garbage);
            continue;
        }
        if (available < 2) return {};
        if (p[1] >= 0x80) {
            discard(1, DiscardReason::Interrupted);
            continue;
        }
        if (available < kHeader) return {};
        if (p[2] >= 0x80) {
            discard(2, DiscardReason::Interrupted);
            continue;
        }
        const std::size_t total = (static_cast<std::size_t>(p[1]) << 7) | p[2];
        if (total < kHeader || total > kLongest || !is_possible_(p[0], total)) {
            discard(kHeader, DiscardReason::BadLength);
            continue;
        }
        const std::size_t wanted = std::min(available, total) - kHeader;
        scanned_ += low_run(p + kHeader + scanned_, wanted - scanned_);
        if (scanned_ < wanted) {
            discard(kHeader + scanned_, DiscardReason::Interrupted);
            continue;
        }
        if (available < total) return {};
        if (run_ > 0) return take_run();
        head_ += total;
        scanned_ = 0;
        return Frame{p[0], std::span<const std::uint8_t>(p + kHeader, total - kHeader)};
    }
    if (run_ >= kDiscardReport) return take_run();
    return {};
}

std::optional<Discarded> FrameReader::flush() {
    if (run_ == 0) return std::nullopt;
    return take_run();
}

void FrameReader::drop_pending() { discard(pending(), DiscardReason::Interrupted); }

}  // namespace boardbridge::drivers::dgt
