// See delimited.hpp. Whole messages are given straight from the caller's bytes; only one that is cut is
// copied.
#include "protocol/delimited.hpp"

#include <algorithm>
#include <cassert>

namespace boardbridge::protocol {

LengthPrefix length_prefix(std::size_t message_size) {
    LengthPrefix prefix;
    std::size_t rest = message_size;
    while (rest >= 0x80U && prefix.size + 1 < kMaxLengthSize) {
        prefix.bytes[prefix.size++] = static_cast<std::byte>((rest & 0x7FU) | 0x80U);
        rest >>= 7U;
    }
    prefix.bytes[prefix.size++] = static_cast<std::byte>(rest & 0x7FU);
    return prefix;
}

std::string delimit(std::string_view message) {
    const LengthPrefix prefix = length_prefix(message.size());
    std::string framed;
    framed.reserve(prefix.size + message.size());
    for (const std::byte b : prefix.view()) framed += static_cast<char>(b);
    framed += message;
    return framed;
}

std::string to_string(FrameError e, std::size_t cap) {
    switch (e) {
        case FrameError::TooLong:
            return "message longer than " + std::to_string(cap) + " bytes";
        case FrameError::BadLength:
            return "length of a message: expected a varint of at most five bytes";
    }
    return {};
}

void DelimitedDecoder::feed(std::span<const std::byte> bytes) {
    assert(error_ || input_.empty());
    input_ = bytes;
}

Expected<std::optional<std::span<const std::byte>>, FrameError> DelimitedDecoder::next() {
    using Message = std::optional<std::span<const std::byte>>;
    if (buffer_given_) empty_buffer();
    if (!error_ && !have_length_ && read_length() && length_ > cap_) error_ = FrameError::TooLong;
    if (error_) return Unexpected<FrameError>(*error_);
    if (!have_length_) return Message{};

    const auto length = static_cast<std::size_t>(length_);
    if (buffer_.empty() && input_.size() >= length) {
        const auto message = input_.first(length);
        input_ = input_.subspan(length);
        have_length_ = false;
        return Message{message};
    }
    keep(length);
    if (buffer_.size() < length) return Message{};
    have_length_ = false;
    buffer_given_ = true;
    return Message{std::span<const std::byte>(buffer_)};
}

/// Moves input into the buffer, at most up to the message's length. It grows with what has really come, not
/// with what was announced, and never over the message's length.
void DelimitedDecoder::keep(std::size_t length) {
    const std::size_t taken = std::min(length - buffer_.size(), input_.size());
    const std::size_t needed = buffer_.size() + taken;
    if (needed > buffer_.capacity())
        buffer_.reserve(std::min(length, std::max(needed, 2 * buffer_.capacity())));
    buffer_.insert(buffer_.end(), input_.begin(), input_.begin() + static_cast<std::ptrdiff_t>(taken));
    input_ = input_.subspan(taken);
}

/// A connection that once sent something long does not hold that memory for ever.
void DelimitedDecoder::empty_buffer() {
    constexpr std::size_t kKeptCapacity = 4096;
    buffer_.clear();
    if (buffer_.capacity() > kKeptCapacity) buffer_ = {};
    buffer_given_ = false;
}

/// Takes bytes of the length; true when it is whole.
bool DelimitedDecoder::read_length() {
    while (!input_.empty()) {
        const auto byte = std::to_integer<unsigned>(input_.front());
        input_ = input_.subspan(1);
        length_ = length_bytes_ == 0 ? 0 : length_;
        length_ |= static_cast<std::uint64_t>(byte & 0x7FU) << (7U * length_bytes_);
        ++length_bytes_;
        if ((byte & 0x80U) == 0) {
            length_bytes_ = 0;
            have_length_ = true;
            return true;
        }
        if (length_bytes_ == kMaxLengthSize) {
            error_ = FrameError::BadLength;
            return false;
        }
    }
    return false;
}

bool DelimitedDecoder::mid_message() const { return length_bytes_ > 0 || have_length_; }

}  // namespace boardbridge::protocol
