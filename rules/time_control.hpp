// Time controls as PGN writes them, and what kind of play each edition of the Laws makes of one.
// Sources: PGN specification 9.6.1; contract section 3; laws-and-alerts section 1 (Appendices A, B).
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/expected.hpp"

namespace boardbridge::rules {

enum class Edition : std::uint8_t { Fide2009, Fide2018, Fide2023 };
enum class Play : std::uint8_t { Standard, Rapid, Blitz };
enum class Supervision : std::uint8_t { Full, Partial };

/// "fide-2009", "fide-2018", "fide-2023".
std::string_view to_string(Edition e);
std::optional<Edition> parse_edition(std::string_view text);
/// "standard", "rapid", "blitz".
std::string_view to_string(Play p);
std::optional<Play> parse_play(std::string_view text);
/// "full", "partial".
std::string_view to_string(Supervision s);
std::optional<Supervision> parse_supervision(std::string_view text);

struct TimePeriod {
    std::optional<int> moves;           ///< nothing: all the remaining moves
    std::chrono::seconds base{0};       ///< 0 to 9:59:59 a period
    std::chrono::seconds increment{0};  ///< from the first move of the period
    friend bool operator==(const TimePeriod&, const TimePeriod&) = default;
};

struct TimeControl {
    std::vector<TimePeriod> periods;  ///< at least one
    friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

/// "40/5400+30:1800+30". The message says which period and which part cannot be read, and what was expected.
Expected<TimeControl, std::string> parse_time_control(std::string_view text);
std::string to_string(const TimeControl& tc);

/// What the edition calls this control. Several periods are standard play.
Play kind_of_play(const TimeControl& tc, Edition edition);

}  // namespace boardbridge::rules
