// Journal fields or stderr lines; see the header.
#include "daemon/log.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <systemd/sd-journal.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <vector>

namespace boardbridge::daemon {

namespace {

// systemd names the journal's socket by device and inode when it has connected stderr to it.
bool stderr_is_journal() {
    const char* stream = std::getenv("JOURNAL_STREAM");
    struct stat status {};
    if (stream == nullptr || fstat(STDERR_FILENO, &status) != 0) return false;
    return fmt::format("{}:{}", status.st_dev, status.st_ino) == stream;
}

std::string escaped(std::string_view value) {
    std::string text;
    for (const char c : value) {
        if (c == '\n') {
            text += "\\n";
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        } else {
            text += c;
        }
    }
    return text;
}

std::string quoted(std::string_view value) {
    std::string text;
    for (const char c : escaped(value)) {
        if (c == '"') text += '\\';
        text += c;
    }
    const bool plain = !value.empty() && value.find_first_of(" \"=\n\t") == std::string_view::npos;
    return plain ? text : "\"" + text + "\"";
}

void send_to_journal(LogLevel level, std::string_view text, std::initializer_list<LogField> fields) {
    std::vector<std::string> lines;
    lines.push_back(fmt::format("MESSAGE={}", text));
    lines.push_back(fmt::format("PRIORITY={}", static_cast<int>(level)));
    for (const LogField& field : fields) {
        std::string key = fmt::format("BOARDBRIDGE_{}", field.key);
        std::transform(key.begin(), key.end(), key.begin(),
                       [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        lines.push_back(fmt::format("{}={}", key, field.value));
    }
    std::vector<iovec> parts;
    for (std::string& entry : lines) parts.push_back({entry.data(), entry.size()});
    sd_journal_sendv(parts.data(), static_cast<int>(parts.size()));
}

}  // namespace

Log::Log(LogLevel most) : most_(most), to_journal_(stderr_is_journal()) {}

std::string Log::line(LogLevel level, std::string_view text, std::initializer_list<LogField> fields) {
    std::string out = fmt::format("<{}>{}", static_cast<int>(level), escaped(text));
    for (const LogField& field : fields) out += fmt::format(" {}={}", field.key, quoted(field.value));
    return out + "\n";
}

void Log::write(LogLevel level, std::string_view text, std::initializer_list<LogField> fields) const {
    if (static_cast<int>(level) > static_cast<int>(most_)) return;
    if (to_journal_) return send_to_journal(level, text, fields);
    // One write a line: lines of several threads do not mix, and a reader never sees half of one.
    const std::string out = line(level, text, fields);
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, out.data(), out.size());
}

void Log::error(std::string_view text, std::initializer_list<LogField> fields) const {
    write(LogLevel::Error, text, fields);
}
void Log::warning(std::string_view text, std::initializer_list<LogField> fields) const {
    write(LogLevel::Warning, text, fields);
}
void Log::notice(std::string_view text, std::initializer_list<LogField> fields) const {
    write(LogLevel::Notice, text, fields);
}
void Log::info(std::string_view text, std::initializer_list<LogField> fields) const {
    write(LogLevel::Info, text, fields);
}
void Log::debug(std::string_view text, std::initializer_list<LogField> fields) const {
    write(LogLevel::Debug, text, fields);
}

}  // namespace boardbridge::daemon
