// The catalogues: complete, the same arguments in each language, plural forms, and what a filled sentence
// looks like.
#include "rules/messages.hpp"

#include <gtest/gtest.h>

#include <set>

namespace boardbridge::rules {
namespace {

constexpr std::array kLanguages{Language::English, Language::Russian, Language::German};

std::set<char> arguments_in(std::string_view text) {
    std::set<char> found;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        if (text[i] == '{') found.insert(text[i + 1]);
    }
    return found;
}

int depth_at_end(std::string_view text) {
    int depth = 0;
    for (const char c : text) depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    return depth;
}

TEST(Messages, EveryIdHasTheSameArgumentsInEveryLanguage) {
    for (std::size_t i = 0; i < kMessageCount; ++i) {
        const auto id = static_cast<MessageId>(i);
        const auto english = arguments_in(pattern(Language::English, id));
        for (const Language language : kLanguages) {
            const std::string_view text = pattern(language, id);
            EXPECT_EQ(arguments_in(text), english) << text;
            EXPECT_EQ(depth_at_end(text), 0) << text;
            EXPECT_FALSE(text.empty());
            const char last = text.back();
            EXPECT_TRUE(last == '.' || last == ':') << text;
        }
        EXPECT_EQ(argument_count(id),
                  english.empty() ? 0U : static_cast<std::size_t>(*english.rbegin() - '0') + 1);
    }
}

TEST(Messages, FilledSentencesHoldNoPatternInAnyLanguage) {
    for (std::size_t i = 0; i < kMessageCount; ++i) {
        const auto id = static_cast<MessageId>(i);
        for (const Language language : kLanguages) {
            for (long long n = 0; n <= 12; ++n) {
                Message m{id, {}};
                for (std::size_t a = 0; a < argument_count(id); ++a) m.arguments.emplace_back(n);
                const std::string text = format(language, m);
                EXPECT_EQ(text.find_first_of("{}|#?"), std::string::npos) << text;
                EXPECT_EQ(text.find("  "), std::string::npos) << text;
            }
        }
    }
}

TEST(Messages, RussianPlurals) {
    const auto form = [](long long n) { return plural_form(Language::Russian, n); };
    EXPECT_EQ(form(0), 2U);
    EXPECT_EQ(form(1), 0U);
    EXPECT_EQ(form(2), 1U);
    EXPECT_EQ(form(4), 1U);
    EXPECT_EQ(form(5), 2U);
    EXPECT_EQ(form(11), 2U);
    EXPECT_EQ(form(12), 2U);
    EXPECT_EQ(form(14), 2U);
    EXPECT_EQ(form(21), 0U);
    EXPECT_EQ(form(22), 1U);
    EXPECT_EQ(form(25), 2U);
    EXPECT_EQ(form(101), 0U);
    EXPECT_EQ(form(111), 2U);
    EXPECT_EQ(form(112), 2U);
    EXPECT_EQ(form(122), 1U);
    EXPECT_EQ(plural_form(Language::English, 1), 0U);
    EXPECT_EQ(plural_form(Language::German, 0), 1U);
    EXPECT_EQ(plural_form(Language::German, 2), 1U);
}

TEST(Messages, FormsInUse) {
    const Message stopped21{MessageId::TClockStopped, {21LL}};
    const Message stopped30{MessageId::TClockStopped, {30LL}};
    EXPECT_EQ(format(Language::Russian, stopped21), "Часы стоят уже 21 секунду во время игры.");
    EXPECT_EQ(format(Language::Russian, stopped30), "Часы стоят уже 30 секунд во время игры.");
    EXPECT_EQ(format(Language::German, stopped30), "Die Uhr steht seit 30 Sekunden, während gespielt wird.");
    EXPECT_EQ(format(Language::English, Message{MessageId::TClockStopped, {1LL}}),
              "The clock has stood still for 1 second during play.");

    const Message penalty{MessageId::PIllegalTime, {0LL, 2LL, 1LL, 2LL}};
    EXPECT_EQ(format(Language::Russian, penalty),
              "Первый невозможный ход белых: восстанавливается позиция перед ним, чёрным добавляются 2 "
              "минуты; второй такой "
              "ход проигрывает.");
    EXPECT_EQ(format(Language::German, penalty),
              "Erster regelwidriger Zug von Weiß: die Stellung davor wird wiederhergestellt, Schwarz erhält "
              "2 Minuten "
              "zusätzlich; der zweite verliert die Partie.");
    EXPECT_EQ(format(Language::Russian, Message{MessageId::PIllegalTime, {1LL, 1LL, 2LL, 3LL}}),
              "Второй невозможный ход чёрных: восстанавливается позиция перед ним, белым добавляется 1 "
              "минута; третий такой "
              "ход проигрывает.");
}

TEST(Messages, ClockTimesAndSeconds) {
    const Message edited{MessageId::TClockEdited, {0LL, 190'000LL, 3'909'000LL, 0LL}};
    EXPECT_EQ(format(Language::English, edited),
              "White's time was changed from 3:10 to 1:05:09 while the clock was stopped.");
    const Message gap{MessageId::TBothFlagsFirst, {1LL, 9'280LL, 0LL}};
    EXPECT_EQ(format(Language::English, gap),
              "Both flags have fallen, Black's first by 9.3 s (according to the mark on the clock).");
    EXPECT_EQ(format(Language::Russian, gap),
              "Упали оба флажка, у чёрных первым, на 9,3 с раньше (по отметке на часах).");
}

TEST(Messages, BranchesWithinBranches) {
    EXPECT_EQ(format(Language::Russian, Message{MessageId::TWrongStart, {std::string("d1, e1"), 3LL}}),
              "Неправильная начальная расстановка: d1, e1, сыграно 3 полухода.");
    EXPECT_EQ(format(Language::English, Message{MessageId::TWrongStart, {std::string("d1"), 0LL}}),
              "The start position is wrong on d1, before the first move.");
    EXPECT_EQ(format(Language::Russian, Message{MessageId::TMovesMissed, {5LL, std::string("e4, d4")}}),
              "Ходы пропущены; позицию объясняют 5 вариантов: e4, d4.");
}

TEST(Messages, AMissingArgumentIsNoFailure) {
    EXPECT_EQ(format(Language::English, Message{MessageId::TServiceDegraded, {}}),
              "The service is degraded: ?.");
    EXPECT_EQ(format(Language::English, Message{MessageId::TFlag, {std::string("odd")}}),
              "White's flag has fallen.");
}

}  // namespace
}  // namespace boardbridge::rules
