// See simulated_game.hpp.
#include "drivers/simulated/simulated_game.hpp"

#include <algorithm>

namespace boardbridge::simulated {

using namespace rules;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

constexpr Micros kQuietStart = milliseconds(1200);

std::vector<TimePeriod> usual_periods(HandProfile profile) {
    const bool quick = profile == HandProfile::Blitz || profile == HandProfile::Scramble;
    return {TimePeriod{std::nullopt, seconds(quick ? 180 : 5400), seconds(quick ? 2 : 30)}};
}

void append_hex(std::string& out, std::byte b) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const auto v = std::to_integer<unsigned>(b);
    out += kDigits[v >> 4U];
    out += kDigits[v & 15U];
}

}  // namespace

void Recording::add(Instant at, std::span<const std::byte> bytes) {
    chunks_.push_back({at, bytes_.size(), bytes.size()});
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
}

SimulatedGame simulate_game(const Position& start, std::span<const Move> moves,
                            SimulatedGameOptions options) {
    const Instant zero{};
    if (options.hands.begin == zero) options.hands.begin = zero + kQuietStart;
    options.device.seed = options.hands.seed;
    options.device.first_to_move = start.turn();
    options.device.clock.periods =
        options.periods.empty() ? usual_periods(options.hands.profile) : std::move(options.periods);

    SimulatedGame game;
    game.script = play_by_hand(start, moves, options.hands);
    DgtDevice device(std::move(options.device), start.placement(), zero);
    device.perform(game.script.acts);
    const std::array commands{std::byte{0x42}, std::byte{0x4B}};
    device.on_receive(commands, zero);
    const Instant end = game.script.end + options.tail;
    while (const auto at = device.wake_at()) {
        if (*at > end) break;
        while (const auto message = device.take_message(*at))
            game.recording.add(message->end, message->bytes);
    }
    return game;
}

std::string capture_text(const Recording& recording, std::string_view line,
                         std::span<const std::string> headers) {
    std::string out = "# boardbridge capture 1\n";
    for (const std::string& h : headers) out += "# " + h + "\n";
    for (const auto& chunk : recording.chunks()) {
        const auto ms = std::chrono::duration_cast<milliseconds>(chunk.at.time_since_epoch()).count();
        const std::string rest = std::to_string(ms % 1000);
        out += std::to_string(ms / 1000) + "." + std::string(3 - rest.size(), '0') + rest + " ";
        out += line;
        out += " rx";
        for (const std::byte b : recording.bytes_of(chunk)) {
            out += ' ';
            append_hex(out, b);
        }
        out += '\n';
    }
    return out;
}

std::vector<FieldChange> sense(const HandScript& script, std::uint64_t seed, bool rotated, bool occupancy,
                               int slowness) {
    const auto field_of = [rotated](Square s) {
        const auto field = static_cast<unsigned>((7 - rank_of(s)) * 8 + file_of(s));
        return rotated ? 63 - field : field;
    };
    const auto felt = [occupancy](Piece p) { return occupancy && p != Piece::None ? Piece::Unknown : p; };
    Scanner::Fields fields{};
    for (std::size_t i = 0; i < kSquareCount; ++i)
        fields[field_of(square_at(i))] = felt(script.start[square_at(i)]);
    Scanner scanner(SeededRandom(seed).fork(1), Instant{}, slowness);
    scanner.power_up(fields);
    std::vector<FieldChange> changes;
    const auto sink = [&changes](const FieldChange& c) { changes.push_back(c); };
    for (const Act& act : script.acts) {
        if (!on_board(act.kind)) continue;
        scanner.run(act.at, sink);
        scanner.place(field_of(act.square), felt(act.piece));
    }
    scanner.run(script.end + seconds(1), sink);
    return changes;
}

}  // namespace boardbridge::simulated
