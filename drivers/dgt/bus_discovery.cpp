#include "drivers/dgt/bus_discovery.hpp"

namespace boardbridge::drivers::dgt {

void BusDiscovery::begin(Instant now) {
    *this = BusDiscovery();
    due_ = now;
}

BusDiscovery::Step BusDiscovery::next(const std::vector<BoardAddress>& known) {
    if (!in_round_) {
        in_round_ = true;
        quieted_ = 0;
        found_new_ = false;
    }
    if (quieted_ < known.size()) return Step{BusCommand::IgnoreNextPing, known[quieted_++]};
    return Step{BusCommand::Ping, kBroadcast};
}

void BusDiscovery::broadcast_sent(Instant now) { window_end_ = now + kWindow; }

void BusDiscovery::end_window(bool anybody_known, Instant now) {
    window_end_.reset();
    in_round_ = false;
    if (found_new_) {
        quiet_rounds_left_ = 1;
    } else if (quiet_rounds_left_ > 0) {
        --quiet_rounds_left_;
    }
    if (quiet_rounds_left_ > 0) {
        due_ = now;
    } else {
        due_ = now + (anybody_known ? kCalmAgain : kFirstAgain);
    }
}

}  // namespace boardbridge::drivers::dgt
