// The table of commands and the pacing of a single-board conversation.
#include "drivers/dgt/questions.hpp"

#include <algorithm>

namespace boardbridge::drivers::dgt {

namespace {

using std::chrono::milliseconds;

struct Command {
    std::uint8_t byte;
    std::optional<MessageId> reply;
    milliseconds patience;  // how long other questions wait for the answer
    bool insist;            // asked again until answered
    bool by_all;            // every board answers it
};

// Replies of older or wired boards may be missing for all that is not insisted on.
constexpr std::array<Command, kQuestions> kCommands = {{
    {0x45, MessageId::SerialNumber, milliseconds(500), false, true},
    {0x55, MessageId::LongSerialNumber, milliseconds(500), false, false},
    {0x4B, std::nullopt, milliseconds(0), false, false},
    {0x43, std::nullopt, milliseconds(0), false, false},
    {0x42, MessageId::BoardDump, milliseconds(1500), true, true},
    {0x41, MessageId::ClockTimes, milliseconds(500), false, true},
    {0x4D, MessageId::Version, milliseconds(500), false, true},
    {0x47, MessageId::Trademark, milliseconds(1000), false, false},
    {0x46, MessageId::BusAddress, milliseconds(500), false, true},
    {0x4C, MessageId::BatteryStatus, milliseconds(500), false, false},
    {0x49, MessageId::EepromMoves, milliseconds(10000), false, false},
}};

}  // namespace

std::optional<Question> Questions::question_of(std::uint8_t command) {
    const auto it = std::find_if(kCommands.begin(), kCommands.end(),
                                 [command](const Command& c) { return c.byte == command; });
    if (it == kCommands.end()) return std::nullopt;
    return static_cast<Question>(it - kCommands.begin());
}

bool Questions::is_answered_by_all(Question q) { return kCommands[index(q)].by_all; }

void Questions::begin(Instant now) {
    clear();
    unsent_ = 0;
    may_send_ = now + kStartDelay;
}

void Questions::want(Question q, Instant due) { due_[index(q)] = std::min(due_[index(q)], due); }

void Questions::clear() {
    due_.fill(kNever);
    awaited_.reset();
}

bool Questions::answered(MessageId id) {
    if (!awaited_ || kCommands[index(*awaited_)].reply != id) return false;
    awaited_.reset();
    return true;
}

std::optional<Question> Questions::tick(Instant now) {
    if (awaited_ && now >= give_up_) {
        if (kCommands[index(*awaited_)].insist) want(*awaited_, now);
        awaited_.reset();
    }
    if (awaited_ || unsent_ > 0 || now < may_send_) return std::nullopt;
    const auto next = std::find_if(due_.begin(), due_.end(), [now](Instant due) { return due <= now; });
    if (next == due_.end()) return std::nullopt;
    *next = kNever;
    const auto q = static_cast<Question>(next - due_.begin());
    const Command& command = kCommands[index(q)];
    out_[0] = static_cast<std::byte>(command.byte);
    unsent_ = 1;
    if (command.reply) {
        awaited_ = q;
        give_up_ = now + command.patience;
    }
    return q;
}

std::optional<Instant> Questions::wake_at() const {
    if (awaited_) return give_up_;
    if (unsent_ > 0) return std::nullopt;
    const Instant first = *std::min_element(due_.begin(), due_.end());
    if (first == kNever) return std::nullopt;
    return std::max(first, may_send_);
}

void Questions::on_written(std::size_t n, Instant now) {
    if (n == 0 || unsent_ == 0) return;
    unsent_ = 0;
    may_send_ = now + kPace;
}

}  // namespace boardbridge::drivers::dgt
