// Reading and writing PGN time controls, and the editions' limits between blitz, rapid and standard play.
// It must not know which clock shows them. Sources: PGN specification 9.6.1; laws-and-alerts section 1.
#include "rules/time_control.hpp"

#include <array>
#include <charconv>
#include <utility>

namespace boardbridge::rules {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr int kMaxMoves = 999;
constexpr int kMaxSeconds = 35999;  // 9:59:59, what a clock's display can hold
constexpr std::size_t kMaxPeriods = 16;
constexpr std::size_t kMaxQuoted = 40;
constexpr int kMovesOfAGame = 60;  // Appendices A and B reckon a game as sixty moves

constexpr std::array<std::pair<Edition, std::string_view>, 3> kEditions{
    {{Edition::Fide2009, "fide-2009"}, {Edition::Fide2018, "fide-2018"}, {Edition::Fide2023, "fide-2023"}}};
constexpr std::array<std::pair<Play, std::string_view>, 3> kPlays{
    {{Play::Standard, "standard"}, {Play::Rapid, "rapid"}, {Play::Blitz, "blitz"}}};
constexpr std::array<std::pair<Supervision, std::string_view>, 2> kSupervisions{
    {{Supervision::Full, "full"}, {Supervision::Partial, "partial"}}};

template <class Enum, std::size_t N>
std::string_view name_of(const std::array<std::pair<Enum, std::string_view>, N>& names, Enum value) {
    for (const auto& [known, name] : names) {
        if (known == value) return name;
    }
    return "";
}

template <class Enum, std::size_t N>
std::optional<Enum> value_of(const std::array<std::pair<Enum, std::string_view>, N>& names,
                             std::string_view text) {
    for (const auto& [known, name] : names) {
        if (name == text) return known;
    }
    return std::nullopt;
}

/// The text between quotes, shortened, without control characters: it goes into logs.
std::string quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text.substr(0, kMaxQuoted))
        out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '?' : c;
    return out + (text.size() > kMaxQuoted ? "...'" : "'");
}

Unexpected<std::string> refuse(std::size_t period, std::string_view part, std::string_view expected,
                               std::string_view found) {
    std::string message =
        "period " + std::to_string(period) + ", " + std::string(part) + ": expected " + std::string(expected);
    message += found.empty() ? ", found nothing" : ", found " + quoted(found);
    return Unexpected<std::string>(std::move(message));
}

std::optional<int> whole_number(std::string_view text, int least, int most) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    if (text.front() == '-' || value < least || value > most) return std::nullopt;
    return value;
}

Expected<TimePeriod, std::string> parse_period(std::string_view text, std::size_t number) {
    if (!text.empty() && text.front() == '*') {
        return Unexpected<std::string>("period " + std::to_string(number) + ": " + quoted(text) +
                                       " is an hourglass control, which no chess clock here counts; expected "
                                       "moves/seconds+increment");
    }
    TimePeriod period;
    if (const auto slash = text.find('/'); slash != std::string_view::npos) {
        const auto moves = text.substr(0, slash);
        const auto value = whole_number(moves, 1, kMaxMoves);
        if (!value) return refuse(number, "moves", "a whole number from 1 to 999 before '/'", moves);
        period.moves = *value;
        text.remove_prefix(slash + 1);
    }
    const auto plus = text.find('+');
    const auto base = text.substr(0, plus);
    const auto base_value = whole_number(base, 0, kMaxSeconds);
    if (!base_value) return refuse(number, "seconds", "a whole number from 0 to 35999", base);
    period.base = seconds(*base_value);
    if (plus != std::string_view::npos) {
        const auto increment = text.substr(plus + 1);
        const auto value = whole_number(increment, 0, kMaxSeconds);
        if (!value)
            return refuse(number, "increment", "a whole number of seconds from 0 to 35999 after '+'",
                          increment);
        period.increment = seconds(*value);
    }
    if (period.base == seconds(0) && period.increment == seconds(0)) {
        return refuse(number, "seconds", "some time, at least one second or an increment", text);
    }
    return period;
}

}  // namespace

std::string_view to_string(Edition e) { return name_of(kEditions, e); }
std::string_view to_string(Play p) { return name_of(kPlays, p); }
std::string_view to_string(Supervision s) { return name_of(kSupervisions, s); }
std::optional<Edition> parse_edition(std::string_view text) { return value_of(kEditions, text); }
std::optional<Play> parse_play(std::string_view text) { return value_of(kPlays, text); }
std::optional<Supervision> parse_supervision(std::string_view text) { return value_of(kSupervisions, text); }

Expected<TimeControl, std::string> parse_time_control(std::string_view text) {
    if (text.empty())
        return Unexpected<std::string>("the time control is empty: expected moves/seconds+increment");
    if (text == "?") {
        return Unexpected<std::string>(
            "'?' says that the time control is unknown: expected moves/seconds+increment");
    }
    if (text == "-") {
        return Unexpected<std::string>(
            "'-' says that there is no time control: expected moves/seconds+increment");
    }
    TimeControl control;
    bool more = true;
    while (more) {
        const std::size_t number = control.periods.size() + 1;
        if (number > kMaxPeriods) return Unexpected<std::string>("more than 16 periods");
        if (!control.periods.empty() && !control.periods.back().moves) {
            return Unexpected<std::string>(
                "period " + std::to_string(number - 1) +
                ", moves: expected moves/ before its seconds, since another period follows");
        }
        const auto colon = text.find(':');
        auto period = parse_period(text.substr(0, colon), number);
        if (!period) return Unexpected<std::string>(std::move(period.error()));
        control.periods.push_back(*period);
        more = colon != std::string_view::npos;
        if (more) text.remove_prefix(colon + 1);
    }
    return control;
}

std::string to_string(const TimeControl& tc) {
    std::string out;
    for (const TimePeriod& period : tc.periods) {
        if (!out.empty()) out += ':';
        if (period.moves) out += std::to_string(*period.moves) + "/";
        out += std::to_string(period.base.count());
        if (period.increment != seconds(0)) out += "+" + std::to_string(period.increment.count());
    }
    return out;
}

Play kind_of_play(const TimeControl& tc, Edition edition) {
    if (tc.periods.size() != 1) return Play::Standard;
    const TimePeriod& period = tc.periods.front();
    const seconds total = period.base + kMovesOfAGame * period.increment;
    switch (edition) {
        case Edition::Fide2009:
            // Article B1 counts a fixed time below 15 minutes; with an increment up to 15, where A1 fits as
            // well.
            if (total < minutes(15) || (total == minutes(15) && period.increment > seconds(0)))
                return Play::Blitz;
            return total <= minutes(60) ? Play::Rapid : Play::Standard;
        case Edition::Fide2018:
        case Edition::Fide2023:
            if (total <= minutes(10)) return Play::Blitz;
            return total < minutes(60) ? Play::Rapid : Play::Standard;
    }
    return Play::Standard;
}

}  // namespace boardbridge::rules
