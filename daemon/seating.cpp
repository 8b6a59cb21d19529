// The file of remembered seats; see the header.
#include "daemon/seating.hpp"

#include <charconv>
#include <fstream>
#include <optional>
#include <utility>

namespace boardbridge::daemon {

namespace {

/// "12 serial:1025"; nothing if it is not that.
std::optional<std::pair<unsigned, std::string>> parse_seat(const std::string& line) {
    unsigned number = 0;
    const char* const end = line.data() + line.size();
    const auto [rest, error] = std::from_chars(line.data(), end, number);
    if (error != std::errc{} || number == 0 || rest == end || *rest != ' ' || rest + 1 == end)
        return std::nullopt;
    return std::pair{number, std::string(rest + 1, end)};
}

}  // namespace

Expected<Seating, std::string> read_seating(const std::filesystem::path& file) {
    Seating seating;
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return seating;
    std::ifstream in(file);
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (line.empty()) continue;
        auto seat = parse_seat(line);
        if (!seat)
            return Unexpected<std::string>(file.string() + ":" + std::to_string(number) +
                                           ": expected \"NUMBER BOARD\", found \"" + line + "\"");
        seating[std::move(seat->second)] = seat->first;
    }
    if (in.bad()) return Unexpected<std::string>(file.string() + ": cannot be read");
    return seating;
}

std::string to_text(const Seating& seating) {
    std::string text;
    for (const auto& [board, number] : seating) text += std::to_string(number) + " " + board + "\n";
    return text;
}

}  // namespace boardbridge::daemon
