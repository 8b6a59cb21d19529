// The delays of contract sections 5 and 6, all settings under [alerts]. Defaults are the contract's.
#pragma once

#include <chrono>

namespace boardbridge::rules {

struct Delays {
    using Ms = std::chrono::milliseconds;
    Ms late_change{1000};    ///< field changes this long after the press still belong to the move
    Ms confirm_rest{3000};   ///< no clock: rest that completes a legal move
    Ms illegal_rest{20000};  ///< no clock: rest that completes an illegal one
    Ms press_without_move{2000};
    Ms mismatch{8000};            ///< unexplained at rest, rapid and blitz
    Ms mismatch_standard{15000};  ///< the same in standard play
    Ms disturbed{5000};           ///< four squares or more off
    Ms kings_signal{5000};
    Ms unstable_window{5000};
    int unstable_changes = 10;  ///< changes of one square within unstable_window
    Ms device_silent{3000};
    Ms device_lost{15000};
    Ms clock_lost{3000};
    Ms clock_edited{2000};   ///< change against expectation while stopped
    Ms clock_setting{2000};  ///< first reading against the time control
    Ms clock_stopped{30000};
    Ms clock_running_after_end{15000};
    int battery_low_percent = 15;
};

}  // namespace boardbridge::rules
