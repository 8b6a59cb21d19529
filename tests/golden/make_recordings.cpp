// Writes the simulator's recordings into a directory: ninja make_recordings && make_recordings
// tests/golden/recordings
#include <filesystem>
#include <fstream>
#include <iostream>

#include "golden/simulated_recordings.hpp"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: make_recordings DIRECTORY\n";
        return 64;
    }
    const std::filesystem::path directory = argv[1];
    for (const auto& r : boardbridge::golden::simulated_recordings()) {
        std::ofstream(directory / (r.name + ".cap"), std::ios::binary) << r.capture;
        std::ofstream uci(directory / (r.name + ".uci"), std::ios::binary);
        uci << r.moves;
        if (!uci.flush()) {
            std::cerr << "cannot write " << (directory / (r.name + ".uci")) << "\n";
            return 74;
        }
    }
    return 0;
}
