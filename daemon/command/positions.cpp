// The commands about positions alone: perft and adjudicate.
#include <CLI/CLI.hpp>
#include <iostream>

#include "daemon/command/adjudicate.hpp"
#include "daemon/command/commands.hpp"
#include "daemon/command/perft.hpp"

namespace boardbridge::daemon {

void add_perft(CommandLine& line) {
    struct Options {
        int depth = 0;
        std::optional<std::string> fen;
        bool chess960 = false;
    };
    CLI::App* command = line.app.add_subcommand("perft", "Count legal move trees");
    auto options = std::make_shared<Options>();
    command->add_option("depth", options->depth, "Plies")
        ->required()
        ->type_name("DEPTH")
        ->check(CLI::Range(0, 64));
    command->add_option("fen", options->fen, "Position, one argument; default: the start position")
        ->type_name("FEN");
    command->add_flag("--chess960", options->chess960, "Castling as in Chess960, moves written that way");
    command->callback([&line, options] {
        line.chosen = [options] {
            const auto fen = options->fen ? std::optional<std::string_view>(*options->fen) : std::nullopt;
            return perft_command(options->depth, fen, options->chess960, std::cout, std::cerr);
        };
    });
}

void add_adjudicate(CommandLine& line) {
    CLI::App* command = line.app.add_subcommand(
        "adjudicate", "Tell for positions on standard input who can still reach mate");
    auto nodes = std::make_shared<std::uint64_t>(10'000'000);
    command->add_option("--nodes", *nodes, "Positions to look at for each answer; default 10,000,000")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    command->callback([&line, nodes] {
        line.chosen = [nodes] {
            std::ios::sync_with_stdio(false);
            return adjudicate_command(std::cin, std::cout, std::cerr, *nodes);
        };
    });
}

}  // namespace boardbridge::daemon
