// Where the reference data of the tier shared lies: the environment says so (CTest sets it).
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace boardbridge::tests {

inline std::filesystem::path shared_data() {
    const char* const folder = std::getenv("BOARDBRIDGE_SHARED");
    if (folder == nullptr)
        throw std::runtime_error("BOARDBRIDGE_SHARED is not set: expected the folder that holds data/");
    return std::filesystem::path(folder) / "data";
}

/// The whole file, relative to data/; throws when it cannot be read.
inline std::string read_shared(std::string_view name) {
    std::ifstream in(shared_data() / name, std::ios::binary);
    if (!in) throw std::runtime_error("cannot read " + (shared_data() / name).string());
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Lines without their line ends.
inline std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.emplace_back(line);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

inline std::vector<std::string> fields_of(std::string_view line, char separator = '\t') {
    std::vector<std::string> fields;
    for (;;) {
        const auto end = line.find(separator);
        fields.emplace_back(line.substr(0, end));
        if (end == std::string_view::npos) return fields;
        line.remove_prefix(end + 1);
    }
}

}  // namespace boardbridge::tests
