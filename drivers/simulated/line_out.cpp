// See line_out.hpp.
#include "drivers/simulated/line_out.hpp"

#include <algorithm>

namespace boardbridge::simulated {

void LineOut::say(Bytes message, Instant earliest) {
    const Instant begin = std::max(earliest, free_at_);
    free_at_ = begin + byte_time_ * static_cast<Micros::rep>(message.size());
    queue_.push_back({begin, free_at_, std::move(message)});
}

Bytes LineOut::take(Instant now) {
    Bytes out;
    while (!queue_.empty()) {
        WireMessage& first = queue_.front();
        std::size_t through = first.bytes.size();
        if (first.end > now) {
            const auto run = std::max<Micros::rep>((now - first.begin).count(), 0);
            through = byte_time_ == Micros{0} ? 0 : static_cast<std::size_t>(run / byte_time_.count());
        }
        const auto at = [&](std::size_t i) { return first.bytes.begin() + static_cast<std::ptrdiff_t>(i); };
        if (through > sent_of_first_) {
            out.insert(out.end(), at(sent_of_first_), at(through));
            sent_of_first_ = through;
        }
        if (sent_of_first_ < first.bytes.size()) break;
        queue_.pop_front();
        sent_of_first_ = 0;
    }
    return out;
}

std::optional<WireMessage> LineOut::take_message(Instant now) {
    if (queue_.empty() || queue_.front().end > now) return std::nullopt;
    WireMessage m = std::move(queue_.front());
    queue_.pop_front();
    sent_of_first_ = 0;
    return m;
}

std::optional<Instant> LineOut::ready_at() const {
    if (queue_.empty()) return std::nullopt;
    return queue_.front().end;
}

}  // namespace boardbridge::simulated
