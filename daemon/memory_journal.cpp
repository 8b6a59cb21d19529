// The ring behind an in-memory journal; see the header.
#include "daemon/memory_journal.hpp"

#include <algorithm>

namespace boardbridge::daemon {

namespace {

// What an event really takes: its bytes, the string and control block that share them, its place in the
// deque.
std::size_t cost(const PublishedEvent& event) { return event.frame.size() + 112; }

}  // namespace

MemoryJournal::MemoryJournal(std::size_t bytes, std::uint64_t first_sequence)
    : limit_(bytes), next_(first_sequence) {}

void MemoryJournal::append(PublishedEvent event) {
    next_ = event.sequence + 1;
    used_ += cost(event);
    events_.push_back(std::move(event));
    while (used_ > limit_ && events_.size() > 1) {
        used_ -= cost(events_.front());
        events_.pop_front();
    }
    if (committed_) committed_(next_ - 1);
}

HeldRange MemoryJournal::held() const { return {next_ - events_.size(), next_ - 1}; }

void MemoryJournal::read(std::uint64_t after, std::size_t most, std::function<void(Batch)> answer) {
    Batch batch;
    const HeldRange range = held();
    if (after + 1 >= range.first && after < range.last) {
        const std::size_t from = static_cast<std::size_t>(after + 1 - range.first);
        const std::size_t count = std::min(most, events_.size() - from);
        const auto begin = events_.begin() + static_cast<std::ptrdiff_t>(from);
        batch.assign(begin, begin + static_cast<std::ptrdiff_t>(count));
    }
    answer(std::move(batch));
}

}  // namespace boardbridge::daemon
