// One subscription: which events, from where on, and the bounded queue in which they wait for a client. Old
// events are read from the journal piece by piece, new ones are pushed by the publisher. It never slows a
// table: a client that cannot keep up is TooSlow. Knows no socket. Contract section 4.
#pragma once

#include <bitset>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "daemon/journal.hpp"
#include "protocol/convert.hpp"

namespace boardbridge::daemon {

class Publisher;

/// Empty sets mean everything.
struct EventFilter {
    std::vector<unsigned> tables;  ///< ascending
    std::bitset<protocol::kPayloadCount> kinds;

    bool passes(const PublishedEvent& event) const;
};

struct QueueBounds {
    std::size_t bytes = std::size_t{4} << 20U;
    std::size_t events = 20'000;
};

class Subscriber {
public:
    /// Events after `after`, which the caller has checked against the journal's range. `ready` is called
    /// whenever there may be something new to take or the subscriber has become too slow. It must not destroy
    /// the subscriber.
    Subscriber(Publisher& publisher, EventFilter filter, QueueBounds bounds, std::uint64_t after,
               std::function<void()> ready);
    ~Subscriber();
    Subscriber(const Subscriber&) = delete;
    Subscriber& operator=(const Subscriber&) = delete;

    /// Next event to send; nothing now: wait for `ready`.
    std::optional<PublishedEvent> next();
    /// What was taken counts against the bound until it has left: so many bytes have.
    void sent(std::size_t bytes);
    /// True when everything up to reached() that passes the filter was taken.
    bool empty() const { return queue_.empty(); }
    /// The last sequence that was looked at.
    std::uint64_t reached() const { return reached_; }
    bool too_slow() const { return too_slow_; }
    std::size_t queued_events() const { return queue_.size(); }

private:
    friend class Publisher;
    void deliver(const PublishedEvent& event);
    void read_on();
    void take_batch(const Journal::Batch& batch);
    void enqueue(const PublishedEvent& event);
    void give_up();
    bool behind() const;
    bool has_room() const;

    Publisher& publisher_;
    EventFilter filter_;
    QueueBounds bounds_;
    std::function<void()> ready_;
    std::deque<PublishedEvent> queue_;
    std::size_t bytes_ = 0;  // in the queue and on their way
    std::uint64_t reached_;  // everything up to here is in the queue, was taken, or does not pass the filter
    bool reading_ = false;   // the journal owes an answer
    bool in_read_on_ = false;  // its answer came at once
    bool too_slow_ = false;
    std::shared_ptr<Subscriber*> self_;  // null inside when gone: answers of the journal may come late
};

}  // namespace boardbridge::daemon
