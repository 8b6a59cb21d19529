// The tables of the configuration, one function each. Internal to config*.cpp.
#pragma once

#include "daemon/config_section.hpp"

namespace boardbridge::daemon {

/// Where the values stand that are judged together, after all files were read.
struct JudgedPlaces {
    SourcePlace play;
    SourcePlace tcp;
};

/// Reads one parsed file over what earlier files said.
void read_sections(const ConfigSource& source, const toml::table& root, Config& config, JudgedPlaces& places);

}  // namespace boardbridge::daemon
