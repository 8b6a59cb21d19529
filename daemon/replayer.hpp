// Drives a hall from captures: every line's bytes through its own session, all lines merged by time, with the
// wake-ups that fall between. Time is the capture's. The contract's rules for replay stand in section 1.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/hall.hpp"
#include "drivers/capture.hpp"
#include "drivers/session.hpp"
#include "rules/expected.hpp"

namespace boardbridge::daemon {

struct ReplayError {
    std::string file;
    std::size_t line = 0;  ///< 0: the file as such
    std::string message;
};

/// Whether recordings of such a board can be read; and the names of those that can.
bool is_replayable(std::string_view driver);
std::string replayable_drivers();

class Replayer {
public:
    /// `driver`, which is_replayable(), goes before what captures name; empty: from each capture's header,
    /// else "dgt".
    Replayer(HallSettings settings, std::string driver, Hall::Sink sink);

    /// Text must outlive run().
    void add(std::string file, std::string_view text);
    /// All records in the order of time, then ten more seconds. Events before an error have been told.
    Expected<void, ReplayError> run();
    Hall& hall() { return hall_; }
    std::uint64_t records() const { return records_; }

private:
    struct Source {
        std::string file;
        std::string name;  ///< the file, told apart from itself
        std::string_view text;
        drivers::CaptureReader reader;
        drivers::CaptureHeader header;
        std::optional<drivers::CaptureRecord> next;
        Instant next_at{};
        std::vector<std::size_t> line_of;  ///< of the capture's line numbers: index into lines_
    };
    struct Line {
        std::string name;
        std::unique_ptr<drivers::Session> session;
        drivers::EventSink sink;
    };
    Expected<void, ReplayError> advance(Source& source);
    Expected<void, ReplayError> read_header(Source& source) const;
    std::size_t line_of(Source& source, std::uint32_t line, Instant now);
    void feed(Line& line, const drivers::CaptureRecord& record, Instant now);
    void wake_until(Instant until);

    Hall hall_;
    std::string driver_;
    std::vector<Source> sources_;
    std::vector<Line> lines_;
    Instant now_{};
    std::uint64_t records_ = 0;
};

}  // namespace boardbridge::daemon
