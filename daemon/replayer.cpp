#include "daemon/replayer.hpp"

#include <algorithm>
#include <cstring>

#include "drivers/driver.hpp"

namespace boardbridge::daemon {

namespace {

/// After the last record open matters may still come due.
constexpr std::chrono::seconds kAfterwards{10};

}  // namespace

bool is_replayable(std::string_view driver) {
    const drivers::Driver* found = drivers::find_driver(driver);
    return found != nullptr && found->make_session != nullptr;
}

std::string replayable_drivers() {
    std::string names;
    for (const drivers::Driver& driver : drivers::all_drivers()) {
        if (is_replayable(driver.id)) names += (names.empty() ? "" : ", ") + std::string(driver.id);
    }
    return names;
}

Replayer::Replayer(HallSettings settings, std::string driver, Hall::Sink sink)
    : hall_(std::move(settings), std::move(sink)), driver_(std::move(driver)) {}

void Replayer::add(std::string file, std::string_view text) {
    // The same file once more has tables of its own.
    const auto copies =
        std::count_if(sources_.begin(), sources_.end(), [&file](const Source& s) { return s.file == file; });
    std::string name = copies == 0 ? file : file + "#" + std::to_string(copies + 1);
    sources_.push_back(
        Source{std::move(file), std::move(name), text, drivers::CaptureReader(text), {}, {}, {}, {}});
}

Expected<void, ReplayError> Replayer::read_header(Source& source) const {
    auto header = drivers::read_capture_header(source.text);
    if (!header)
        return Unexpected<ReplayError>(ReplayError{source.file, header.error().line, header.error().message});
    source.header = std::move(*header);
    if (!driver_.empty()) return {};
    for (const auto& [id, place] : source.header.drivers()) {
        if (is_replayable(id)) continue;
        return Unexpected<ReplayError>(ReplayError{
            source.file, place,
            "driver '" + std::string(id) + "': unknown, expected one of " + replayable_drivers()});
    }
    return {};
}

Expected<void, ReplayError> Replayer::advance(Source& source) {
    auto record = source.reader.next();
    if (!record)
        return Unexpected<ReplayError>(ReplayError{source.file, record.error().line, record.error().message});
    source.next = *record;
    if (source.next) {
        const auto started =
            source.header.started ? source.header.started->time_since_epoch() : std::chrono::microseconds{0};
        source.next_at = Instant{started + source.next->offset};
    }
    return {};
}

std::size_t Replayer::line_of(Source& source, std::uint32_t line, Instant now) {
    while (source.line_of.size() <= line) {
        const std::string& name = source.reader.lines()[source.line_of.size()];
        std::string id = driver_.empty() ? std::string(source.header.driver_of(name)) : driver_;
        if (id.empty()) id = "dgt";
        const drivers::Driver* driver = drivers::find_driver(id);  // known: read_header
        Line added;
        added.name = sources_.size() == 1 ? name : source.name + ":" + name;
        drivers::SessionOptions options;
        options.passive = true;
        added.session = driver->make_session(options);
        const std::size_t index = lines_.size();
        added.sink = [this, index](const drivers::DeviceEvent& event) {
            hall_.on_device(lines_[index].name, event, now_);
        };
        source.line_of.push_back(index);
        lines_.push_back(std::move(added));
        lines_.back().session->start(now, lines_.back().sink);
    }
    return source.line_of[line];
}

void Replayer::feed(Line& line, const drivers::CaptureRecord& record, Instant now) {
    if (record.direction == drivers::Direction::Tx) {
        line.session->on_sent(record.bytes, now);
        return;
    }
    std::span<const std::byte> rest = record.bytes;
    while (!rest.empty()) {
        const auto space = line.session->read_space();
        const std::size_t n = std::min(space.size(), rest.size());
        std::memcpy(space.data(), rest.data(), n);
        line.session->on_read(n, now, line.sink);
        rest = rest.subspan(n);
    }
}

/// Everything that comes due up to that moment, in order: sessions and tables.
void Replayer::wake_until(Instant until) {
    for (;;) {
        std::optional<Instant> due = hall_.wake_at();
        Line* sleeper = nullptr;
        for (Line& line : lines_) {
            const auto at = line.session->wake_at();
            if (at && (!due || *at < *due)) {
                due = at;
                sleeper = &line;
            }
        }
        if (!due || *due > until) return;
        now_ = std::max(now_, *due);
        if (sleeper != nullptr) {
            sleeper->session->on_wake(now_, sleeper->sink);
        } else {
            hall_.on_wake(now_);
        }
    }
}

Expected<void, ReplayError> Replayer::run() {
    for (Source& source : sources_) {
        if (auto ok = read_header(source); !ok) return ok;
    }
    for (Source& source : sources_) {
        if (auto ok = advance(source); !ok) return ok;
    }
    lines_.reserve(sources_.size() * 4);
    for (;;) {
        Source* first = nullptr;
        for (Source& source : sources_) {
            if (source.next && (first == nullptr || source.next_at < first->next_at)) first = &source;
        }
        if (first == nullptr) break;
        if (records_ == 0) now_ = first->next_at;
        wake_until(first->next_at);
        now_ = std::max(now_, first->next_at);
        feed(lines_[line_of(*first, first->next->line, now_)], *first->next, now_);
        ++records_;
        if (auto ok = advance(*first); !ok) return ok;
    }
    wake_until(now_ + kAfterwards);
    return {};
}

}  // namespace boardbridge::daemon
