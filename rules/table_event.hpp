// What happened at one table, in domain values: what the publisher numbers and protocol/ turns into protobuf.
// One alternative for each payload of contract section 4.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "rules/alert.hpp"
#include "rules/clock.hpp"
#include "rules/outcome.hpp"
#include "rules/placement.hpp"
#include "rules/ply.hpp"

namespace boardbridge::rules {

struct GameStarted {
    std::string game_id;
    std::string start_fen;
    bool chess960 = false;
    bool flipped = false;
    std::string white;
    std::string black;
};
struct MoveMade {
    std::string game_id;
    int ply = 1;
    Color side = Color::White;
    std::string san;
    std::string uci;
    std::string fen_after;
    bool provisional = false;
    bool guess = false;
    bool illegal = false;
    bool after_flag = false;  ///< made after a flag had fallen
    ClockTimes clock;
};
struct MoveConfirmed {
    std::string game_id;
    int ply = 1;
};
struct MovesRevised {
    std::string game_id;
    int from_ply = 1;
    std::vector<MoveMade> moves;
    RevisionReason reason = RevisionReason::Reordered;
};
/// A reading worth telling: a lever, a start or stop, a flag, a jump, and each new second.
struct ClockChanged {
    ClockTimes times;
    bool white_flag = false;  ///< fallen: bit 4, or zero after running
    bool black_flag = false;
    bool white_mark = false;  ///< the "-" or flag sign shown (bit 6 or bit 4)
    bool black_mark = false;
    bool disconnected = false;
    bool period_change = false;
};
struct PlacementSensed {
    Placement placement;
};  ///< in the game's orientation
struct ResultSignalled {
    std::string game_id;
    Result result = Result::Unknown;
    std::string by;  ///< "kings", or the name of who said it
};
struct GameEnded {
    std::string game_id;
    Outcome outcome;
    std::string article;
};

/// States of a board as an operator reads them.
enum class DeviceState : std::uint8_t { Connecting, Active, Delayed, Silent, Lost };
struct DeviceChanged {
    std::string line;
    int address = 0;  ///< bus address, 0 when single
    DeviceState state = DeviceState::Connecting;
    std::string driver;
    std::string serial;
    std::string firmware;
    std::optional<int> battery_percent;
    bool charging = false;
    bool clock_connected = false;
    std::string detail;  ///< "port /dev/ttyUSB0: no such device"
};
/// A person's correction, as carried out.
struct Correction {
    std::string game_id;
    std::string by;
    std::string what;
};

using TableEvent =
    std::variant<GameStarted, MoveMade, MoveConfirmed, MovesRevised, ClockChanged, PlacementSensed,
                 ResultSignalled, GameEnded, Alert, DeviceChanged, Correction>;

/// All that a new subscriber needs of one table: the state as of one moment.
struct TableSnapshot {
    unsigned table = 0;
    std::optional<GameStarted> game;
    std::vector<MoveMade> moves;  ///< the whole score, provisional plies included
    std::optional<GameEnded> ended;
    std::optional<ClockChanged> clock;
    std::optional<PlacementSensed> placement;
    std::vector<DeviceChanged> devices;
    std::vector<Alert> open_alerts;
};

}  // namespace boardbridge::rules
