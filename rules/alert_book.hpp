// The open alerts of one table and their life: raised once, updated, acknowledged, cleared, with stable ids.
// It knows no rule of chess. Contract section 4 (Alert).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <list>
#include <string>
#include <string_view>

#include "rules/open_alert.hpp"

namespace boardbridge::rules {

class AlertBook {
public:
    using Sink = std::function<void(const Alert&)>;
    /// Beyond this many the oldest alert of a game gives way (resolution "superseded").
    static constexpr std::size_t kMostOpen = 200;

    explicit AlertBook(Sink sink) : sink_(std::move(sink)) {}

    OpenAlert* find(AlertKind kind, AlertSide side, std::uint32_t subject = 0);
    template <class Predicate>
    OpenAlert* find_if(Predicate&& wanted) {
        const auto it = std::find_if(open_.begin(), open_.end(), wanted);
        return it == open_.end() ? nullptr : &*it;
    }
    OpenAlert* find_id(std::uint64_t id);

    /// Gives it an id and publishes it. If one of that kind, side and subject is open already, that one comes
    /// back unchanged; nothing if the edition knows no such alert.
    OpenAlert* raise(OpenAlert draft);
    /// Words it anew; published if anything changed that a reader sees.
    void update(OpenAlert& open);
    void clear(OpenAlert& open, std::string_view resolution);
    /// Clears what the predicate names; the alerts are gone afterwards.
    template <class Predicate>
    void clear_where(Predicate&& wanted, std::string_view resolution) {
        for (auto it = open_.begin(); it != open_.end();) {
            OpenAlert& open = *it++;
            if (wanted(open)) clear(open, resolution);
        }
    }
    void acknowledge(OpenAlert& open, std::string by, std::string remark);

    std::list<OpenAlert>& open() { return open_; }
    const std::list<OpenAlert>& open() const { return open_; }
    void number_from(std::uint64_t next) { next_id_ = std::max(next_id_, next); }

private:
    void publish(OpenAlert& open) const {
        open.published = open.alert;
        if (sink_) sink_(open.alert);
    }

    Sink sink_;
    std::list<OpenAlert> open_;  // ascending by id
    std::uint64_t next_id_ = 1;
};

}  // namespace boardbridge::rules
