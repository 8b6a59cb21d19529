// Filter, queue and catching up; see the header.
#include "daemon/subscriber.hpp"

#include <algorithm>

#include "daemon/publisher.hpp"

namespace boardbridge::daemon {

namespace {
constexpr std::size_t kBatch = 512;  // events read from the journal at once
}

bool EventFilter::passes(const PublishedEvent& event) const {
    if (kinds.any() && !kinds.test(event.kind)) return false;
    return tables.empty() || std::binary_search(tables.begin(), tables.end(), event.table);
}

Subscriber::Subscriber(Publisher& publisher, EventFilter filter, QueueBounds bounds, std::uint64_t after,
                       std::function<void()> ready)
    : publisher_(publisher),
      filter_(std::move(filter)),
      bounds_(bounds),
      ready_(std::move(ready)),
      reached_(after),
      self_(std::make_shared<Subscriber*>(this)) {
    publisher_.attach(*this);
    read_on();
}

Subscriber::~Subscriber() {
    *self_ = nullptr;
    publisher_.detach(*this);
}

std::optional<PublishedEvent> Subscriber::next() {
    if (queue_.empty()) read_on();
    if (queue_.empty()) return std::nullopt;
    PublishedEvent event = std::move(queue_.front());
    queue_.pop_front();
    return event;
}

void Subscriber::sent(std::size_t bytes) {
    bytes_ -= std::min(bytes, bytes_);
    read_on();
}

bool Subscriber::behind() const { return reached_ < publisher_.delivered(); }

// Catching up leaves half of the queue free, so that the step to live events never overflows by itself.
bool Subscriber::has_room() const { return bytes_ < bounds_.bytes / 2 && queue_.size() < bounds_.events / 2; }

void Subscriber::deliver(const PublishedEvent& event) {
    if (too_slow_) return;
    if (reached_ + 1 == event.sequence) {
        reached_ = event.sequence;
        if (!filter_.passes(event)) return;
        enqueue(event);
        ready_();
    } else if (event.sequence <= reached_) {
        ready_();  // a snapshot that waited for this event to be committed can go
    } else if (publisher_.journal().held().first > reached_ + 1) {
        give_up();
        ready_();
    }
}

void Subscriber::enqueue(const PublishedEvent& event) {
    const std::size_t size = event.frame.size();
    if (bytes_ + size > bounds_.bytes || queue_.size() >= bounds_.events) return give_up();
    bytes_ += size;
    queue_.push_back(event);
}

void Subscriber::give_up() {
    too_slow_ = true;
    queue_.clear();
}

void Subscriber::read_on() {
    if (in_read_on_) return;
    in_read_on_ = true;
    while (!too_slow_ && !reading_ && behind() && has_room()) {
        reading_ = true;
        publisher_.journal().read(reached_, kBatch, [self = self_](const Journal::Batch& batch) {
            if (*self != nullptr) (*self)->take_batch(batch);
        });
    }
    in_read_on_ = false;
}

void Subscriber::take_batch(const Journal::Batch& batch) {
    reading_ = false;
    if (too_slow_) return;
    if (batch.empty() && publisher_.journal().held().first > reached_ + 1) give_up();
    for (const PublishedEvent& event : batch) {
        // The journal may be ahead of what the others were given; those come by delivery.
        if (event.sequence > publisher_.delivered() || !has_room()) break;
        reached_ = event.sequence;
        if (filter_.passes(event)) enqueue(event);
        if (too_slow_) break;
    }
    if (in_read_on_) return;
    read_on();
    ready_();
}

}  // namespace boardbridge::daemon
