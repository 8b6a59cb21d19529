// Frames as literal bytes, in any pieces, too long, cut and broken.
#include "protocol/delimited.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace boardbridge::protocol {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }
std::string text_of(std::span<const std::byte> bytes) {
    std::string text;
    for (const std::byte b : bytes) text += static_cast<char>(b);
    return text;
}

/// All messages that come out now; the error, if there is one, as the last element.
std::vector<std::string> drain(DelimitedDecoder& decoder) {
    std::vector<std::string> messages;
    while (true) {
        const auto message = decoder.next();
        if (!message) {
            messages.push_back("error: " + to_string(message.error(), 100));
            return messages;
        }
        if (!*message) return messages;
        messages.push_back(text_of(**message));
    }
}

std::vector<std::string> feed(DelimitedDecoder& decoder, std::string_view bytes) {
    decoder.feed(bytes_of(bytes));
    return drain(decoder);
}

std::string repeated(std::size_t n) { return std::string(n, 'x'); }

TEST(Delimit, PutsTheLengthFirst) {
    EXPECT_EQ(delimit(""), std::string("\0", 1));
    EXPECT_EQ(delimit("abc"),
              "\x03"
              "abc");
    EXPECT_EQ(delimit(repeated(127)), "\x7F" + repeated(127));
    EXPECT_EQ(delimit(repeated(128)), "\x80\x01" + repeated(128));
    EXPECT_EQ(delimit(repeated(300)), "\xAC\x02" + repeated(300));
    EXPECT_EQ(delimit(repeated(kMaxMessageSize)).substr(0, 4), "\x80\x80\x40x");
}

TEST(DelimitedDecoder, GivesMessagesInAnyPieces) {
    const std::string stream = delimit("one") + delimit("") + delimit(repeated(200)) + delimit("end");
    for (std::size_t piece = 1; piece <= stream.size(); ++piece) {
        DelimitedDecoder decoder;
        std::vector<std::string> messages;
        for (std::size_t i = 0; i < stream.size(); i += piece) {
            for (const std::string& m : feed(decoder, std::string_view(stream).substr(i, piece)))
                messages.push_back(m);
        }
        EXPECT_THAT(messages, ElementsAre("one", "", repeated(200), "end")) << "pieces of " << piece;
        EXPECT_FALSE(decoder.mid_message());
        EXPECT_EQ(decoder.buffered(), 0U);
    }
}

TEST(DelimitedDecoder, CutsAStreamAtEveryPlace) {
    const std::string stream = delimit(repeated(200));
    for (std::size_t i = 1; i < stream.size(); ++i) {
        DelimitedDecoder decoder;
        EXPECT_THAT(feed(decoder, std::string_view(stream).substr(0, i)), IsEmpty());
        EXPECT_TRUE(decoder.mid_message()) << i;
        EXPECT_THAT(feed(decoder, std::string_view(stream).substr(i)), ElementsAre(repeated(200)));
    }
}

TEST(DelimitedDecoder, RefusesALengthOverTheCapBeforeKeepingAnything) {
    DelimitedDecoder decoder(100);
    EXPECT_THAT(feed(decoder, delimit(repeated(100)) + delimit(repeated(101))),
                ElementsAre(repeated(100), "error: message longer than 100 bytes"));
    EXPECT_EQ(decoder.buffered(), 0U);
    EXPECT_THAT(feed(decoder, delimit("after")), ElementsAre("error: message longer than 100 bytes"));
}

TEST(DelimitedDecoder, TakesAMessageOfExactlyOneMebibyte) {
    const std::string message = repeated(std::size_t{1} << 20U);
    DelimitedDecoder decoder;
    EXPECT_THAT(feed(decoder, delimit(message)), ElementsAre(message));
    const auto error = [&] {
        decoder.feed(bytes_of("\x81\x80\x40"));
        return decoder.next();
    }();
    ASSERT_FALSE(error);
    EXPECT_EQ(error.error(), FrameError::TooLong);
}

TEST(DelimitedDecoder, RefusesALengthWithoutEnd) {
    DelimitedDecoder whole;
    EXPECT_THAT(feed(whole, std::string(20, '\xFF')),
                ElementsAre("error: length of a message: expected a varint of at most five bytes"));
    DelimitedDecoder byte_by_byte;
    for (int i = 0; i < 4; ++i) EXPECT_THAT(feed(byte_by_byte, "\x80"), IsEmpty());
    EXPECT_TRUE(byte_by_byte.mid_message());
    EXPECT_THAT(feed(byte_by_byte, "\x80"), testing::SizeIs(1));
}

TEST(DelimitedDecoder, UnderstandsAPaddedLength) {
    DelimitedDecoder decoder;
    EXPECT_THAT(feed(decoder, std::string("\x83\x80\x80\x80\x00", 5) + "abc"), ElementsAre("abc"));
}

TEST(DelimitedDecoder, RefusesTheLargestLengthOfFiveBytes) {
    DelimitedDecoder decoder;
    decoder.feed(bytes_of("\xFF\xFF\xFF\xFF\x7F"));
    const auto result = decoder.next();
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error(), FrameError::TooLong);
}

TEST(DelimitedDecoder, KeepsNoMoreThanWhatCame) {
    DelimitedDecoder decoder;
    EXPECT_THAT(feed(decoder,
                     "\x80\x80\x40"
                     "abc"),
                IsEmpty());
    EXPECT_EQ(decoder.buffered(), 3U);
}

}  // namespace
}  // namespace boardbridge::protocol
