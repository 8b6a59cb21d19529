// How fast legal moves are counted, next to Stockfish on the same machine. Both sides run as processes of
// their own and are measured by the processor time they used; the time for depth 1 (start-up) is taken off.
// Best of several runs. usage: perft_vs_stockfish [RUNS]      environment: STOCKFISH = path of the other
// program
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>

#include "rules/fen.hpp"
#include "rules/position.hpp"

namespace {

struct Case {
    const char* name;
    const char* fen;
    int depth;
};
constexpr Case kCases[] = {
    {"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6},
    {"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5},
};

/// Runs `child` in a new process; its processor time in seconds.
double processor_time(const std::function<void()>& child) {
    const pid_t pid = fork();
    if (pid == 0) {
        child();
        _exit(1);  // a child ends itself
    }
    int status = 0;
    rusage used{};
    if (pid < 0 || wait4(pid, &status, 0, &used) != pid || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        std::fprintf(stderr, "perft_vs_stockfish: a run failed\n");
        std::exit(1);
    }
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double ours(const Case& c, int depth) {
    return processor_time([&] {
        const auto p = boardbridge::rules::position_from_fen(c.fen);
        if (!p) _exit(1);
        volatile std::uint64_t leaves = boardbridge::rules::perft(*p, depth);
        _exit(leaves > 0 ? 0 : 1);
    });
}

double theirs(const Case& c, int depth) {
    const char* named = std::getenv("STOCKFISH");
    const std::string program = named != nullptr ? named : "/usr/games/stockfish";
    const std::string commands =
        std::string("position fen ") + c.fen + "\ngo perft " + std::to_string(depth) + "\nquit\n";
    return processor_time([&] {
        int ends[2];
        if (pipe(ends) != 0) _exit(1);
        if (write(ends[1], commands.data(), commands.size()) != static_cast<ssize_t>(commands.size()))
            _exit(1);
        close(ends[1]);
        dup2(ends[0], STDIN_FILENO);
        if (std::freopen("/dev/null", "w", stdout) == nullptr) _exit(1);
        execl(program.c_str(), program.c_str(), static_cast<char*>(nullptr));
        std::fprintf(stderr, "perft_vs_stockfish: cannot run %s\n", program.c_str());
        _exit(1);
    });
}

using Measure = double (*)(const Case&, int);

double best_of(int runs, const Case& c, int depth, Measure measure) {
    double best = measure(c, depth);
    for (int i = 1; i < runs; ++i) best = std::min(best, measure(c, depth));
    return best;
}

}  // namespace

int main(int argc, char** argv) {
    const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 3;
    for (const Case& c : kCases) {
        const double we = best_of(runs, c, c.depth, ours) - best_of(runs, c, 1, ours);
        const double they = best_of(runs, c, c.depth, theirs) - best_of(runs, c, 1, theirs);
        std::printf("%-10s depth %d: boardbridge %.3f s, stockfish %.3f s, ratio %.2f\n", c.name, c.depth, we,
                    they, they / we);
        std::fflush(stdout);
    }
}
