// Structured log lines: a sentence and fields. To the systemd journal as native fields when stderr goes
// there, else to stderr as `<N>sentence key=value ...` (sd-daemon(3)). No secret is ever handed in.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace boardbridge::daemon {

enum class LogLevel { Error = 3, Warning = 4, Notice = 5, Info = 6, Debug = 7 };  // syslog's numbers

struct LogField {
    std::string_view key;  ///< small letters and '_'
    std::string value;
};

class Log {
public:
    /// Says everything up to `most`.
    explicit Log(LogLevel most = LogLevel::Info);

    void error(std::string_view text, std::initializer_list<LogField> fields = {}) const;
    void warning(std::string_view text, std::initializer_list<LogField> fields = {}) const;
    void notice(std::string_view text, std::initializer_list<LogField> fields = {}) const;
    void info(std::string_view text, std::initializer_list<LogField> fields = {}) const;
    void debug(std::string_view text, std::initializer_list<LogField> fields = {}) const;

    /// The line as it goes to stderr, with its end: values with blanks, quotes or '=' are quoted, control
    /// characters escaped.
    static std::string line(LogLevel level, std::string_view text, std::initializer_list<LogField> fields);

private:
    void write(LogLevel level, std::string_view text, std::initializer_list<LogField> fields) const;

    LogLevel most_;
    bool to_journal_;
};

}  // namespace boardbridge::daemon
