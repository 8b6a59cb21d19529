#include "daemon/game_collector.hpp"

#include <algorithm>

namespace boardbridge::daemon {

CollectedGame* GameCollector::find(unsigned table, const std::string& game_id) {
    auto& list = games_[table];
    const auto found =
        std::ranges::find_if(list, [&](const CollectedGame& g) { return g.started.game_id == game_id; });
    return found == list.end() ? nullptr : &*found;
}

void GameCollector::add(unsigned table, const rules::TableEvent& event) {
    if (const auto* started = std::get_if<rules::GameStarted>(&event)) {
        games_[table].push_back(
            CollectedGame{*started, {}, rules::Result::Unknown, rules::Termination::Unterminated});
    } else if (const auto* made = std::get_if<rules::MoveMade>(&event)) {
        if (CollectedGame* game = find(table, made->game_id)) game->moves.push_back(*made);
    } else if (const auto* revised = std::get_if<rules::MovesRevised>(&event)) {
        if (CollectedGame* game = find(table, revised->game_id)) {
            const auto keep = static_cast<std::size_t>(std::max(0, revised->from_ply - 1));
            if (keep < game->moves.size()) game->moves.resize(keep);
            game->moves.insert(game->moves.end(), revised->moves.begin(), revised->moves.end());
        }
    } else if (const auto* ended = std::get_if<rules::GameEnded>(&event)) {
        if (CollectedGame* game = find(table, ended->game_id)) {
            game->result = ended->outcome.result;
            game->termination = ended->outcome.termination;
        }
    }
}

std::string to_pgn(unsigned table, const CollectedGame& game, const PgnEvent& event,
                   rules::IllegalMoves illegal) {
    const auto known = [](const std::string& text, const char* unknown) {
        return text.empty() ? unknown : text;
    };
    std::vector<rules::PgnTag> tags{{"Event", known(event.name, "?")},
                                    {"Site", known(event.site, "?")},
                                    {"Date", known(event.date, "????.??.??")},
                                    {"Round", known(event.round, "?")},
                                    {"White", known(game.started.white, "?")},
                                    {"Black", known(game.started.black, "?")},
                                    {"Result", std::string(rules::pgn_result(game.result))},
                                    {"Board", std::to_string(table)}};
    if (!event.time_control.empty()) tags.push_back({"TimeControl", event.time_control});
    const auto pgn = rules::to_pgn_game(game.started, game.moves, game.result, std::move(tags));
    // The start position was written by the daemon itself.
    return pgn ? rules::write_pgn(*pgn, illegal) : std::string();
}

}  // namespace boardbridge::daemon
