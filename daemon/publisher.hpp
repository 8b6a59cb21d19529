// Numbers what happens at the tables, stamps it with time of day, turns it into bytes once, gives it to the
// journal and, when that holds it, to every subscriber. Single owner, no I/O. Design section 4.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "daemon/journal.hpp"
#include "protocol/convert.hpp"
#include "rules/instant.hpp"
#include "rules/table_event.hpp"

namespace boardbridge::daemon {

class Subscriber;

class Publisher {
public:
    using WallClock = std::function<protocol::WallTime(Instant)>;
    /// Sees each event in domain values as it is numbered (metrics, file writers); optional.
    using Tap =
        std::function<void(std::uint64_t sequence, unsigned table, Instant at, const rules::TableEvent&)>;

    /// Goes on after what the journal holds. The journal outlives the publisher.
    Publisher(Journal& journal, WallClock wall);
    ~Publisher();
    Publisher(const Publisher&) = delete;
    Publisher& operator=(const Publisher&) = delete;

    void publish(unsigned table, Instant at, const rules::TableEvent& event);
    void set_tap(Tap tap) { tap_ = std::move(tap); }

    /// The number given last, committed or not.
    std::uint64_t last() const { return last_; }
    /// The last one that was given to subscribers.
    std::uint64_t delivered() const { return delivered_; }
    Journal& journal() { return journal_; }
    std::size_t subscribers() const { return subscribers_.size(); }

private:
    friend class Subscriber;
    void attach(Subscriber& subscriber) { subscribers_.push_back(&subscriber); }
    void detach(Subscriber& subscriber);
    void deliver_up_to(std::uint64_t last);

    Journal& journal_;
    WallClock wall_;
    Tap tap_;
    std::uint64_t last_;
    std::uint64_t delivered_;
    std::deque<PublishedEvent> waiting_;  // given to the journal, not yet committed
    std::vector<Subscriber*> subscribers_;
};

}  // namespace boardbridge::daemon
