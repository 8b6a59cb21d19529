// What a single board is asked, when, and what is still unanswered: one question at a time, never two
// commands within a tenth of a second. Knows neither events nor frames' contents. device-protocols 1.1, 1.3.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "drivers/dgt/frame.hpp"
#include "rules/instant.hpp"

namespace boardbridge::drivers::dgt {

/// In the order in which they are asked when several are due. Nothing else is ever sent (README.md).
enum class Question : std::uint8_t {
    Serial,
    LongSerial,
    UpdateNice,
    Update,
    Dump,
    Clock,
    Version,
    Trademark,
    BusAddress,
    Battery,
    EepromMoves
};
inline constexpr std::size_t kQuestions = 11;

class Questions {
public:
    static constexpr std::chrono::milliseconds kStartDelay{500};  ///< from opening the port to the first byte
    static constexpr std::chrono::milliseconds kPace{100};        ///< from one command to the next

    /// Whose command this byte is.
    static std::optional<Question> question_of(std::uint8_t command);
    /// Every board of every age has an answer; silence after these means something.
    static bool is_answered_by_all(Question q);

    /// Forgets everything; the first byte goes out kStartDelay from now.
    void begin(Instant now);
    /// Asked at `due` or earlier.
    void want(Question q, Instant due);
    /// Nothing is planned or awaited any more.
    void clear();
    bool is_planned(Question q) const { return due_[index(q)] != kNever; }
    bool is_awaited(Question q) const { return awaited_ == q; }

    /// What was awaited will not come as it should: go on with the next question.
    void stop_waiting() { awaited_.reset(); }
    /// A message came in: true if it is what was awaited.
    bool answered(MessageId id);
    /// Turns to the next question if it is time; says which one is now in to_write().
    std::optional<Question> tick(Instant now);
    std::optional<Instant> wake_at() const;

    std::span<const std::byte> to_write() const { return {out_.data(), unsent_}; }
    void on_written(std::size_t n, Instant now);

private:
    static constexpr Instant kNever = Instant::max();
    static constexpr std::size_t index(Question q) { return static_cast<std::size_t>(q); }

    std::array<Instant, kQuestions> due_ = make_never();
    std::optional<Question> awaited_;
    Instant give_up_ = kNever;
    Instant may_send_{};
    std::array<std::byte, 1> out_{};
    std::size_t unsent_ = 0;

    static constexpr std::array<Instant, kQuestions> make_never() {
        std::array<Instant, kQuestions> a{};
        a.fill(kNever);
        return a;
    }
};

}  // namespace boardbridge::drivers::dgt
