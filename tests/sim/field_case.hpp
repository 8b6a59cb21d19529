// A field case run through the whole replay path, in every edition, play and supervision, for both colours
// and both orientations of the board, and what the stream told of it.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "daemon/replayer.hpp"
#include "rules/laws.hpp"
#include "support/capture_script.hpp"

namespace boardbridge::test {

struct World {
    rules::Edition laws = rules::Edition::Fide2023;
    rules::Play play = rules::Play::Standard;
    rules::Supervision supervision = rules::Supervision::Full;
    bool flipped = false;
    bool mirrored = false;

    bool partial() const {
        return play != rules::Play::Standard && supervision == rules::Supervision::Partial;
    }
    bool since_2018() const { return laws != rules::Edition::Fide2009; }
    CaptureOptions options(int seconds = 600) const { return {flipped, mirrored, true, seconds, 0}; }
    /// A side of the text as alerts name it.
    rules::AlertSide side(rules::Color c) const { return rules::alert_side(mirrored ? opposite(c) : c); }
};

inline std::string to_string(const World& w) {
    std::string text(rules::to_string(w.laws));
    text += w.play == rules::Play::Standard ? " standard"
            : w.play == rules::Play::Rapid  ? " rapid"
                                            : " blitz";
    text += w.supervision == rules::Supervision::Full ? " full" : " partial";
    return text + (w.flipped ? " flipped" : "") + (w.mirrored ? " mirrored" : "");
}

/// What a subscriber holds at the end, seen in the text's colours.
struct Told {
    std::vector<std::string> score;      ///< UCI, '!' behind illegal plies
    std::vector<std::string> published;  ///< every ply ever told
    std::vector<rules::Alert> alerts;    ///< every state of every alert, in order
    std::vector<rules::GameEnded> ended;
    std::optional<rules::ResultSignalled> signalled;
    std::vector<rules::ClockChanged> clock;
    int games = 0;
    bool flipped = false;
    int after_flag = 0;

    /// The states that an alert of this kind went through.
    std::vector<rules::Alert> of(rules::AlertKind kind) const {
        std::vector<rules::Alert> found;
        for (const rules::Alert& a : alerts) {
            if (a.kind == kind) found.push_back(a);
        }
        return found;
    }
    std::size_t raised(rules::AlertKind kind) const {
        std::size_t n = 0;
        for (const rules::Alert& a : of(kind)) n += a.state == rules::AlertState::Raised ? 1U : 0U;
        return n;
    }
    /// Alerts of play (not of devices and clocks) that were raised, by name.
    std::string raised_names() const {
        std::string names;
        for (const rules::Alert& a : alerts) {
            if (a.state == rules::AlertState::Raised) names += std::string(rules::to_string(a.kind)) + " ";
        }
        return names;
    }
};

inline Told replay(const CaptureScript& script, const World& world,
                   std::optional<rules::TimeControl> control = std::nullopt) {
    daemon::HallSettings settings;
    settings.defaults.laws = world.laws;
    settings.defaults.play = world.play;
    settings.defaults.supervision = world.supervision;
    settings.defaults.time_control = std::move(control);
    settings.defaults.start = script.start();
    Told told;
    const auto text = [&](const rules::MoveMade& m) {
        return (world.mirrored ? mirror_uci(m.uci) : m.uci) + (m.illegal ? "!" : "");
    };
    const auto take = [&](unsigned, Instant, const rules::TableEvent& event) {
        if (const auto* started = std::get_if<rules::GameStarted>(&event)) {
            ++told.games;
            told.flipped = started->flipped;
            told.score.clear();
        } else if (const auto* made = std::get_if<rules::MoveMade>(&event)) {
            told.score.push_back(text(*made));
            told.published.push_back(text(*made));
            told.after_flag += made->after_flag ? 1 : 0;
        } else if (const auto* revised = std::get_if<rules::MovesRevised>(&event)) {
            told.score.resize(static_cast<std::size_t>(revised->from_ply - 1));
            for (const auto& m : revised->moves)
                told.score.push_back(text(m)), told.published.push_back(text(m));
        } else if (const auto* alert = std::get_if<rules::Alert>(&event)) {
            told.alerts.push_back(*alert);
        } else if (const auto* end = std::get_if<rules::GameEnded>(&event)) {
            told.ended.push_back(*end);
        } else if (const auto* signalled = std::get_if<rules::ResultSignalled>(&event)) {
            told.signalled = *signalled;
        } else if (const auto* clock = std::get_if<rules::ClockChanged>(&event)) {
            told.clock.push_back(*clock);
        }
    };
    daemon::Replayer replayer(std::move(settings), "", take);
    replayer.add("case", script.text());
    const auto done = replayer.run();
    EXPECT_TRUE(done) << done.error().message << " in line " << done.error().line << "\n" << script.text();
    return told;
}

/// Calls `check` in every combination, naming it where it fails.
inline void in_every_world(const std::function<void(const World&)>& check) {
    for (const auto laws : {rules::Edition::Fide2009, rules::Edition::Fide2018, rules::Edition::Fide2023}) {
        for (const auto play : {rules::Play::Standard, rules::Play::Rapid, rules::Play::Blitz}) {
            for (const auto supervision : {rules::Supervision::Full, rules::Supervision::Partial}) {
                for (const int turned : {0, 1, 2, 3}) {
                    const World world{laws, play, supervision, (turned & 1) != 0, (turned & 2) != 0};
                    SCOPED_TRACE(to_string(world));
                    check(world);
                    if (testing::Test::HasFailure()) return;
                }
            }
        }
    }
}

inline std::vector<std::string> words(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> out;
    for (std::string word; in >> word;) out.push_back(word);
    return out;
}

}  // namespace boardbridge::test
