// Numbering and fan-out; see the header.
#include "daemon/publisher.hpp"

#include <algorithm>
#include <cassert>

#include "daemon/subscriber.hpp"
#include "protocol/delimited.hpp"
#include "protocol/envelope.hpp"

namespace boardbridge::daemon {

Frame make_frame(std::string_view message) {
    const auto prefix = static_cast<std::uint8_t>(protocol::length_prefix(message.size()).size);
    return {std::make_shared<const std::string>(protocol::delimit(message)), prefix};
}

Publisher::Publisher(Journal& journal, WallClock wall)
    : journal_(journal), wall_(std::move(wall)), last_(journal.held().last), delivered_(last_) {
    journal_.on_commit([this](std::uint64_t last) { deliver_up_to(last); });
}

Publisher::~Publisher() {
    journal_.on_commit(nullptr);
    assert(subscribers_.empty());
}

void Publisher::publish(unsigned table, Instant at, const rules::TableEvent& event) {
    const std::uint64_t sequence = ++last_;
    PublishedEvent published;
    published.sequence = sequence;
    published.table = table;
    published.kind = static_cast<std::uint8_t>(event.index());
    published.frame =
        make_frame(protocol::event_message(protocol::serialise_event(sequence, table, wall_(at), event)));
    if (tap_) tap_(sequence, table, at, event);
    waiting_.push_back(published);
    journal_.append(std::move(published));
}

void Publisher::deliver_up_to(std::uint64_t last) {
    while (!waiting_.empty() && waiting_.front().sequence <= last) {
        const PublishedEvent event = std::move(waiting_.front());
        waiting_.pop_front();
        delivered_ = event.sequence;
        for (Subscriber* subscriber : subscribers_) subscriber->deliver(event);
    }
}

void Publisher::detach(Subscriber& subscriber) {
    subscribers_.erase(std::remove(subscribers_.begin(), subscribers_.end(), &subscriber),
                       subscribers_.end());
}

}  // namespace boardbridge::daemon
