// A journal in memory: the latest events up to a number of bytes. Nothing survives the process.
#pragma once

#include <deque>

#include "daemon/journal.hpp"

namespace boardbridge::daemon {

class MemoryJournal final : public Journal {
public:
    /// At least the latest event is held, however small `bytes` is. `first_sequence` is that of the first
    /// append.
    explicit MemoryJournal(std::size_t bytes, std::uint64_t first_sequence = 1);

    void append(PublishedEvent event) override;
    HeldRange held() const override;
    void read(std::uint64_t after, std::size_t most, std::function<void(Batch)> answer) override;
    std::size_t bytes() const { return used_; }
    /// Takes effect with the next append.
    void set_limit(std::size_t bytes) { limit_ = bytes; }

private:
    std::size_t limit_;
    std::size_t used_ = 0;
    std::uint64_t next_;
    std::deque<PublishedEvent> events_;
};

}  // namespace boardbridge::daemon
