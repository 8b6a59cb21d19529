// One TOML table being read: typed getters that note every mistake with its place and go on. Internal to
// config*.cpp; it knows nothing of what the keys mean.
#pragma once

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include "daemon/config.hpp"

namespace boardbridge::daemon {

/// The file being read and where its mistakes go.
struct ConfigSource {
    std::filesystem::path file;
    std::vector<ConfigMistake>& mistakes;

    SourcePlace place(const toml::source_region& region) const;
    void error(const SourcePlace& at, std::string key, std::string text) const;
    void warning(const SourcePlace& at, std::string key, std::string text) const;
};

/// `a string "x"`, `the integer 3`, `a table`.
std::string describe(const toml::node& node);

class Section {
public:
    /// `prefix` is how keys are named in messages: "event", "line[2]", "" for the top.
    Section(const ConfigSource& source, const toml::table& table, std::string prefix);
    Section(const Section&) = delete;
    Section& operator=(const Section&) = delete;

    // Each leaves `into` alone and notes a mistake when the value is not what it should be; absent keys are
    // none.
    void text(std::string_view key, std::string& into);
    void flag(std::string_view key, bool& into);
    void flag(std::string_view key, std::optional<bool>& into);
    std::optional<std::int64_t> integer(std::string_view key, std::int64_t least, std::int64_t most);
    std::optional<std::chrono::year_month_day> date(std::string_view key);
    /// Seconds as a number, or "500ms", "8s", "10m", "2h".
    std::optional<std::chrono::milliseconds> duration(std::string_view key, std::chrono::milliseconds least,
                                                      std::chrono::milliseconds most);
    /// A path; relative ones are taken from the folder of the file.
    std::optional<std::filesystem::path> path(std::string_view key);
    /// A non-empty text.
    std::optional<std::string> word(std::string_view key);
    /// A text that `parse` understands; `expected` says what those are.
    template <class T, class Parse>
    std::optional<T> parsed(std::string_view key, std::string_view expected, Parse&& parse) {
        const std::optional<std::string> value = string_value(key, expected);
        if (!value) return std::nullopt;
        std::optional<T> result = parse(*value);
        if (!result) wrong(key, "expected " + std::string(expected) + ", found \"" + *value + "\"");
        return result;
    }
    /// A key that a later version will know; said to be unsupported when it is there. True if it is.
    bool unsupported(std::string_view key);
    bool has(std::string_view key) const { return table_.contains(key); }

    /// Sub-table; nothing when absent or no table.
    const toml::table* table(std::string_view key);
    /// The tables of [[key]], empty when absent; anything else in it is a mistake.
    std::vector<const toml::table*> tables(std::string_view key);

    /// A mistake about a key that is there (its value's place), or about the table as such.
    void wrong(std::string_view key, std::string text);
    void doubtful(std::string_view key, std::string text);
    void missing(std::string_view key, std::string_view expected);
    SourcePlace place(std::string_view key) const;
    SourcePlace place() const;
    RowPlace row_place() const;
    std::string name(std::string_view key) const;

    /// Every key that nobody asked for is a mistake. To be called last.
    void refuse_unknown();

private:
    const toml::node* find(std::string_view key);
    std::optional<std::string> string_value(std::string_view key, std::string_view expected);

    const ConfigSource& source_;
    const toml::table& table_;
    std::string prefix_;
    std::vector<std::string> known_;  // in the order asked, for the message about unknown keys
};

}  // namespace boardbridge::daemon
