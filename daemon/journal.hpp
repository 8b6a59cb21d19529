// Where published events are kept, and read again by clients that resume. Commit before deliver (design
// section 4): an event reaches a subscriber only after the journal has said that it holds it. Knows nothing
// of what an event means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace boardbridge::daemon {

/// A ServerMessage with its length before it: immutable, shared by all who send it.
struct Frame {
    std::shared_ptr<const std::string> bytes;
    std::uint8_t prefix = 0;  ///< bytes of the length

    std::size_t size() const { return bytes->size(); }
    /// Without the length, for transports that frame by themselves.
    std::string_view message() const { return std::string_view(*bytes).substr(prefix); }
};
Frame make_frame(std::string_view message);

/// One event as it goes to every subscriber: converted once, serialised once.
struct PublishedEvent {
    std::uint64_t sequence = 0;
    unsigned table = 0;
    std::uint8_t kind = 0;  ///< rules::TableEvent::index()
    Frame frame;
};

/// Sequences held; none: first = last + 1.
struct HeldRange {
    std::uint64_t first = 1;
    std::uint64_t last = 0;
};

class Journal {
public:
    using Batch = std::vector<PublishedEvent>;

    virtual ~Journal() = default;

    /// Sequences come dense and ascending.
    virtual void append(PublishedEvent event) = 0;
    /// What is committed and can be read.
    virtual HeldRange held() const = 0;
    /// Committed events after `after`, ascending, as many as are at hand up to `most`; the answer may come
    /// before this returns. An empty batch: there is none yet, or `after + 1` is no longer held (see held()).
    virtual void read(std::uint64_t after, std::size_t most, std::function<void(Batch)> answer) = 0;

    /// `committed(last)`: everything up to `last` is held now. To be set before the first append.
    void on_commit(std::function<void(std::uint64_t)> committed) { committed_ = std::move(committed); }

protected:
    std::function<void(std::uint64_t)> committed_;
};

}  // namespace boardbridge::daemon
