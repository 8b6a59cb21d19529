// Typed reading of one TOML table; see the header.
#include "daemon/config_section.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace boardbridge::daemon {

namespace {

// Edit distance, for "did you mean"; keys are short.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            diagonal = above;
        }
    }
    return row[b.size()];
}

std::string unknown_key_text(const std::string& key, const std::vector<std::string>& known) {
    const std::string* nearest = nullptr;
    std::size_t best = 3;
    for (const std::string& candidate : known) {
        const std::size_t d = distance(key, candidate);
        if (d < best && d < candidate.size()) {
            best = d;
            nearest = &candidate;
        }
    }
    std::string text = "unknown key";
    if (nearest != nullptr) return text + "; did you mean " + *nearest + "?";
    text += "; known here: ";
    return text + fmt::format("{}", fmt::join(known, ", "));
}

std::optional<std::chrono::milliseconds> parse_duration(const std::string& text) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
    if (error != std::errc{} || !std::isfinite(number) || number < 0 || number > 1e9) return std::nullopt;
    const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
    double factor = 0;
    if (unit == "ms") factor = 1;
    if (unit == "s") factor = 1000;
    if (unit == "m") factor = 60'000;
    if (unit == "h") factor = 3'600'000;
    if (factor == 0) return std::nullopt;
    return std::chrono::milliseconds(std::llround(number * factor));
}

std::string seconds_text(std::chrono::milliseconds ms) {
    std::string text = std::to_string(ms.count() / 1000);
    if (ms.count() % 1000 != 0) {
        std::string part = std::to_string(1000 + ms.count() % 1000).substr(1);
        part.erase(part.find_last_not_of('0') + 1);
        text += "." + part;
    }
    return text;
}

}  // namespace

SourcePlace ConfigSource::place(const toml::source_region& region) const {
    return {file.string(), region.begin.line, region.begin.column};
}

void ConfigSource::error(const SourcePlace& at, std::string key, std::string text) const {
    mistakes.push_back({at, std::move(key), std::move(text), false});
}

void ConfigSource::warning(const SourcePlace& at, std::string key, std::string text) const {
    mistakes.push_back({at, std::move(key), std::move(text), true});
}

std::string describe(const toml::node& node) {
    switch (node.type()) {
        case toml::node_type::string:
            return "the text \"" + node.as_string()->get() + "\"";
        case toml::node_type::integer:
            return "the integer " + std::to_string(node.as_integer()->get());
        case toml::node_type::floating_point:
            return "a number with a decimal point";
        case toml::node_type::boolean:
            return node.as_boolean()->get() ? "true" : "false";
        case toml::node_type::table:
            return "a table";
        case toml::node_type::array:
            return "an array";
        case toml::node_type::date:
            return "a date";
        case toml::node_type::time:
            return "a time";
        case toml::node_type::date_time:
            return "a date with a time";
        case toml::node_type::none:
            break;
    }
    return "nothing";
}

Section::Section(const ConfigSource& source, const toml::table& table, std::string prefix)
    : source_(source), table_(table), prefix_(std::move(prefix)) {}

const toml::node* Section::find(std::string_view key) {
    if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
    return table_.get(key);
}

std::string Section::name(std::string_view key) const {
    if (prefix_.empty() || key.empty()) return prefix_ + std::string(key);
    return prefix_ + "." + std::string(key);
}

SourcePlace Section::place(std::string_view key) const {
    const toml::node* node = table_.get(key);
    return node == nullptr ? place() : source_.place(node->source());
}

SourcePlace Section::place() const { return source_.place(table_.source()); }

RowPlace Section::row_place() const {
    RowPlace row{prefix_, place(), {}};
    for (const auto& [key, node] : table_) row.keys[std::string(key.str())] = source_.place(node.source());
    return row;
}

void Section::wrong(std::string_view key, std::string text) {
    source_.error(place(key), name(key), std::move(text));
}

void Section::doubtful(std::string_view key, std::string text) {
    source_.warning(place(key), name(key), std::move(text));
}

void Section::missing(std::string_view key, std::string_view expected) {
    find(key);
    source_.error(place(), name(key), "is missing: expected " + std::string(expected));
}

std::optional<std::string> Section::string_value(std::string_view key, std::string_view expected) {
    const toml::node* node = find(key);
    if (node == nullptr) return std::nullopt;
    if (const auto* value = node->as_string()) return value->get();
    wrong(key, "expected " + std::string(expected) + ", found " + describe(*node));
    return std::nullopt;
}

void Section::text(std::string_view key, std::string& into) {
    if (auto value = string_value(key, "a text in quotes")) into = std::move(*value);
}

std::optional<std::string> Section::word(std::string_view key) {
    return parsed<std::string>(key, "a text that is not empty", [](const std::string& value) {
        return value.empty() ? std::nullopt : std::optional<std::string>(value);
    });
}

void Section::flag(std::string_view key, std::optional<bool>& into) {
    const toml::node* node = find(key);
    if (node == nullptr) return;
    if (const auto* value = node->as_boolean()) {
        into = value->get();
    } else {
        wrong(key, "expected true or false, found " + describe(*node));
    }
}

void Section::flag(std::string_view key, bool& into) {
    std::optional<bool> value;
    flag(key, value);
    into = value.value_or(into);
}

std::optional<std::int64_t> Section::integer(std::string_view key, std::int64_t least, std::int64_t most) {
    const toml::node* node = find(key);
    if (node == nullptr) return std::nullopt;
    const auto* value = node->as_integer();
    if (value != nullptr && value->get() >= least && value->get() <= most) return value->get();
    wrong(key, "expected an integer from " + std::to_string(least) + " to " + std::to_string(most) +
                   ", found " + describe(*node));
    return std::nullopt;
}

std::optional<std::chrono::year_month_day> Section::date(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return std::nullopt;
    if (const auto* value = node->as_date()) {
        const toml::date& d = value->get();
        return std::chrono::year_month_day{std::chrono::year{d.year}, std::chrono::month{d.month},
                                           std::chrono::day{d.day}};
    }
    wrong(key, "expected a date without quotes, like 2026-11-30, found " + describe(*node));
    return std::nullopt;
}

std::optional<std::chrono::milliseconds> Section::duration(std::string_view key,
                                                           std::chrono::milliseconds least,
                                                           std::chrono::milliseconds most) {
    const toml::node* node = find(key);
    if (node == nullptr) return std::nullopt;
    std::optional<std::chrono::milliseconds> value;
    if (const auto* number = node->as_integer()) {
        if (number->get() >= 0 && number->get() <= 1'000'000'000) value = std::chrono::seconds(number->get());
    } else if (const auto* real = node->as_floating_point()) {
        if (real->get() >= 0 && real->get() <= 1e9)
            value = std::chrono::milliseconds(std::llround(real->get() * 1e3));
    } else if (const auto* text = node->as_string()) {
        value = parse_duration(text->get());
    }
    if (value && *value >= least && *value <= most) return value;
    wrong(key, "expected " + seconds_text(least) + " to " + seconds_text(most) +
                   " seconds (a number, or a text like \"500ms\", \"8s\", \"10m\"), found " +
                   describe(*node));
    return std::nullopt;
}

std::optional<std::filesystem::path> Section::path(std::string_view key) {
    const auto value = word(key);
    if (!value) return std::nullopt;
    const std::filesystem::path path(*value);
    return path.is_absolute() ? path : (source_.file.parent_path() / path).lexically_normal();
}

bool Section::unsupported(std::string_view key) {
    if (table_.get(key) == nullptr) return false;
    known_.emplace_back(key);
    wrong(key, "is not supported by this version of boardbridge");
    return true;
}

const toml::table* Section::table(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) return nullptr;
    if (const toml::table* table = node->as_table()) return table;
    wrong(key, "expected a table [" + name(key) + "], found " + describe(*node));
    return nullptr;
}

std::vector<const toml::table*> Section::tables(std::string_view key) {
    std::vector<const toml::table*> found;
    const toml::node* node = find(key);
    if (node == nullptr) return found;
    const std::string expected = "expected tables [[" + name(key) + "]], found ";
    const toml::array* array = node->as_array();
    if (array == nullptr) {
        wrong(key, expected + describe(*node));
        return found;
    }
    for (const toml::node& element : *array) {
        if (const toml::table* table = element.as_table()) {
            found.push_back(table);
        } else {
            source_.error(source_.place(element.source()), name(key), expected + describe(element));
        }
    }
    return found;
}

void Section::refuse_unknown() {
    for (const auto& [key, node] : table_) {
        const std::string text(key.str());
        if (std::find(known_.begin(), known_.end(), text) != known_.end()) continue;
        source_.error(source_.place(key.source()), name(text), unknown_key_text(text, known_));
    }
}

}  // namespace boardbridge::daemon
