// Who was asked and has not answered: a board that falls silent, is lost, is back; a clock that its board no
// longer hears. Kept apart from what is asked, which differs between a line of its own and a bus. Contract
// section 6.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

#include "rules/instant.hpp"

namespace boardbridge::drivers::dgt {

class BoardHearing {
public:
    enum class State : std::uint8_t { Heard, Silent, Lost };

    BoardHearing(std::chrono::milliseconds silent_after, std::chrono::milliseconds lost_after)
        : silent_after_(silent_after), lost_after_(lost_after) {}

    /// Something was asked that every board answers.
    void asked(Instant now) {
        if (!asked_since_) asked_since_ = now;
    }
    /// A complete message; the state that has just ended if it was not Heard.
    std::optional<State> heard(Instant now) {
        last_heard_ = now;
        asked_since_.reset();
        const State before = state_;
        state_ = State::Heard;
        if (before == State::Heard) return std::nullopt;
        return before;
    }
    /// The new state if time has changed it; both changes may be due, so ask until there is none.
    std::optional<State> judge(Instant now) {
        const auto due = wake_at();
        if (!due || now < *due) return std::nullopt;
        state_ = state_ == State::Heard ? State::Silent : State::Lost;
        return state_;
    }
    std::optional<Instant> wake_at() const {
        if (!asked_since_ || state_ == State::Lost) return std::nullopt;
        const Instant lost = *asked_since_ + lost_after_;
        return state_ == State::Heard ? std::min(*asked_since_ + silent_after_, lost) : lost;
    }

    State state() const { return state_; }
    /// Of the last complete message; the beginning of time before the first one.
    Instant last_heard() const { return last_heard_; }
    void begin(Instant now) {
        last_heard_ = now;
        asked_since_.reset();
    }

private:
    std::chrono::milliseconds silent_after_;
    std::chrono::milliseconds lost_after_;
    Instant last_heard_{};
    std::optional<Instant> asked_since_;  // the oldest question since the last message
    State state_ = State::Heard;
};

class ClockHearing {
public:
    explicit ClockHearing(std::chrono::milliseconds lost_after) : lost_after_(lost_after) {}

    void asked(Instant now) {
        if (!asked_since_) asked_since_ = now;
    }
    void answered() {
        asked_since_.reset();
        lost_ = false;
    }
    /// The board itself is silent: nothing can be said about its clock.
    void forget_question() { asked_since_.reset(); }
    /// True once when it becomes lost: its poll is unanswered while the board has answered something since.
    bool judge(Instant board_heard, Instant now) {
        const auto due = wake_at(board_heard);
        if (!due || now < *due) return false;
        lost_ = true;
        return true;
    }
    std::optional<Instant> wake_at(Instant board_heard) const {
        if (!asked_since_ || lost_ || board_heard <= *asked_since_) return std::nullopt;
        return *asked_since_ + lost_after_;
    }
    bool lost() const { return lost_; }

private:
    std::chrono::milliseconds lost_after_;
    std::optional<Instant> asked_since_;
    bool lost_ = false;
};

}  // namespace boardbridge::drivers::dgt
