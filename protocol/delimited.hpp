// Messages on a byte stream: each preceded by its length as a base-128 varint (protobuf's delimited form).
// Bounded: a length over the cap is an error before a byte of that message is kept. Contract section 4.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/expected.hpp"

namespace boardbridge::protocol {

/// Longest message, without its length: 1 MiB.
constexpr std::size_t kMaxMessageSize = std::size_t{1} << 20U;
/// Bytes of the longest length that is accepted (1 MiB takes three; padded varints are refused beyond five).
constexpr std::size_t kMaxLengthSize = 5;

/// The length of a message as a varint.
struct LengthPrefix {
    std::array<std::byte, kMaxLengthSize> bytes{};
    std::size_t size = 0;
    std::span<const std::byte> view() const& { return {bytes.data(), size}; }
    std::span<const std::byte> view() const&& = delete;  ///< of a temporary it would dangle
};
/// `message_size` at most kMaxMessageSize.
LengthPrefix length_prefix(std::size_t message_size);
/// The message with its length before it.
std::string delimit(std::string_view message);

enum class FrameError : std::uint8_t {
    TooLong,   ///< the length says more than the cap
    BadLength  ///< no varint of at most five bytes
};
/// Plain English, with the cap.
std::string to_string(FrameError e, std::size_t cap = kMaxMessageSize);

/// Takes bytes in any pieces, gives whole messages. After an error it gives nothing more.
class DelimitedDecoder {
public:
    explicit DelimitedDecoder(std::size_t cap = kMaxMessageSize) : cap_(cap) {}

    /// The bytes must stay until the messages in them have been taken: feed, then next() until it has
    /// nothing.
    void feed(std::span<const std::byte> bytes);
    /// The next whole message, valid until the next call of any member; nothing: more bytes are needed.
    Expected<std::optional<std::span<const std::byte>>, FrameError> next();

    /// True in the middle of a length or message: the end of the stream here would cut it.
    bool mid_message() const;
    /// Bytes held over for a message that is not whole; never above the cap.
    std::size_t buffered() const { return buffer_.size(); }

private:
    bool read_length();
    void keep(std::size_t length);
    void empty_buffer();

    std::size_t cap_;
    std::span<const std::byte> input_;
    std::uint64_t length_ = 0;
    unsigned length_bytes_ = 0;
    bool have_length_ = false;
    std::optional<FrameError> error_;
    std::vector<std::byte> buffer_;
    bool buffer_given_ = false;  ///< the caller was given the buffer; empty it at the next call
};

}  // namespace boardbridge::protocol
