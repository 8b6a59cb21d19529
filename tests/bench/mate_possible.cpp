// How long "can he still mate?" takes. A PGN file: both questions about the last position of every game and
// about a few earlier ones, as if a flag had fallen there. A positions file (verdict, blank, FEN, as
// `boardbridge adjudicate` prints them): the same, and how many verdicts are right.
// usage: mate_possible FILE.pgn [CUTS-PER-GAME]      mate_possible POSITIONS.txt
#include "rules/mate_possible.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "rules/fen.hpp"
#include "rules/pgn.hpp"

namespace {

using namespace boardbridge::rules;

struct Tally {
    std::vector<double> micros;
    int possible = 0, impossible = 0, unknown = 0;
};

MateVerdict ask(const Position& p, Color winner, Tally& tally) {
    const auto start = std::chrono::steady_clock::now();
    const MateVerdict verdict = can_mate(p, winner);
    const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - start;
    tally.micros.push_back(taken.count());
    switch (verdict) {
        case MateVerdict::Possible:
            ++tally.possible;
            break;
        case MateVerdict::Impossible:
            ++tally.impossible;
            break;
        case MateVerdict::Unknown:
            ++tally.unknown;
            std::printf("unknown for %s: %s\n", winner == Color::White ? "White" : "Black",
                        to_fen(p).c_str());
            break;
    }
    return verdict;
}

void report(Tally& tally) {
    auto& t = tally.micros;
    if (t.empty()) return;
    std::ranges::sort(t);
    double sum = 0;
    for (const double x : t) sum += x;
    std::printf("%zu verdicts: %d can, %d cannot, %d unknown\n", t.size(), tally.possible, tally.impossible,
                tally.unknown);
    std::printf("microseconds: mean %.1f, median %.1f, p90 %.1f, p99 %.1f, worst %.1f; all %.2f s\n",
                sum / static_cast<double>(t.size()), t[t.size() / 2], t[t.size() * 9 / 10],
                t[t.size() * 99 / 100], t.back(), sum / 1e6);
}

/// The last position and some others of the game, chosen by a fixed seed.
void ask_about_game(const PgnGame& game, unsigned cuts, std::mt19937& random, Tally& tally) {
    auto at = pgn_start_position(game.start);
    if (!at) return;
    std::vector<Position> seen{*at};
    for (const PgnMove& m : game.moves) {
        if (!m.move || !seen.back().is_legal(*m.move)) break;
        seen.push_back(seen.back().play(*m.move));
    }
    std::vector<std::size_t> chosen{seen.size() - 1};
    for (unsigned i = 0; i < cuts; ++i) chosen.push_back(random() % seen.size());
    for (const std::size_t i : chosen)
        for (const Color winner : {Color::White, Color::Black}) ask(seen[i], winner, tally);
}

int bench_games(const std::string& text, unsigned cuts) {
    Tally tally;
    std::mt19937 random(1);
    PgnReader reader(text);
    while (const auto game = reader.next())
        if (*game) ask_about_game(**game, cuts, random, tally);
    report(tally);
    return 0;
}

int bench_positions(std::istream& in) {
    Tally tally;
    int right = 0, wrong = 0, unknown = 0;
    for (std::string line; std::getline(in, line);) {
        if (line.size() < 4 || line[0] == '#') continue;
        const auto setup = parse_fen(line.substr(3));
        if (!setup || !setup->position(Legality::Playable)) {
            std::printf("no position: %s\n", line.c_str());
            continue;
        }
        const auto p = setup->position(Legality::Playable);
        const MateVerdict white = ask(*p, Color::White, tally);
        const MateVerdict black = ask(*p, Color::Black, tally);
        const std::string verdict{white == MateVerdict::Possible ? 'W' : '-',
                                  black == MateVerdict::Possible ? 'B' : '-'};
        if (white == MateVerdict::Unknown || black == MateVerdict::Unknown) {
            ++unknown;
        } else if (verdict == line.substr(0, 2)) {
            ++right;
        } else {
            ++wrong;
            std::printf("wrong: %s for %s\n", verdict.c_str(), line.c_str());
        }
    }
    std::printf("right %d, wrong %d, unknown %d\n", right, wrong, unknown);
    report(tally);
    return wrong == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: mate_possible FILE.pgn [CUTS-PER-GAME] | POSITIONS.txt\n");
        return 2;
    }
    const std::string name = argv[1];
    std::ifstream in(name);
    if (!in) {
        std::fprintf(stderr, "cannot read %s\n", name.c_str());
        return 2;
    }
    if (!name.ends_with(".pgn")) return bench_positions(in);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    return bench_games(text, argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 4);
}
