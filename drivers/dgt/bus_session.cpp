// Sharing the line out among the boards of a bus. The question that was due first goes first; when none is
// due, the one that will be: an idle line helps nobody.
#include "drivers/dgt/bus_session.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace boardbridge::drivers::dgt {

namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr milliseconds kStartDelay{200};
constexpr milliseconds kReply{80};          // the maker's time-out, on top of the wire's own time
constexpr milliseconds kStartWritten{170};  // writing the start of a game takes the board longer
constexpr milliseconds kBetweenBytes{80};
constexpr milliseconds kPace{1};  // between two commands; a real wire never comes near it
// A board that does not answer costs at most a tenth of the line.
constexpr int kSilentShare = 9;
constexpr milliseconds kBetweenTransfers{5000};  // of seconds: the others catch up in between
constexpr milliseconds kChangesFirst{100};
constexpr milliseconds kFlushQuiet{300};

std::optional<BusCommand> command_of(std::byte b) {
    switch (const auto command = static_cast<BusCommand>(b)) {
        case BusCommand::SendClock:
        case BusCommand::SendBoard:
        case BusCommand::SendChanges:
        case BusCommand::RepeatChanges:
        case BusCommand::SetStartGame:
        case BusCommand::SendFromStart:
        case BusCommand::Ping:
        case BusCommand::IgnoreNextPing:
        case BusCommand::SendVersion:
            return command;
    }
    return std::nullopt;
}

BusReplyId reply_to(BusCommand command) {
    switch (command) {
        case BusCommand::SendClock:
            return BusReplyId::ClockTimes;
        case BusCommand::SendBoard:
            return BusReplyId::BoardDump;
        case BusCommand::SendChanges:
        case BusCommand::RepeatChanges:
            return BusReplyId::Changes;
        case BusCommand::SetStartGame:
            return BusReplyId::StartGameWritten;
        case BusCommand::SendFromStart:
            return BusReplyId::FromStart;
        case BusCommand::Ping:
        case BusCommand::IgnoreNextPing:
            return BusReplyId::Ping;
        case BusCommand::SendVersion:
            return BusReplyId::Version;
    }
    return BusReplyId::Ping;
}

}  // namespace

BusSession::BusSession(const SessionOptions& options) : options_(options), reader_(is_possible_bus_length) {
    for (const std::uint16_t address : options_.expected) {
        if (address > 0 && address < 0x4000) find_or_add(BoardAddress{address}, true);
    }
}

BusBoard* BusSession::find(BoardAddress address) {
    const auto it = std::find_if(boards_.begin(), boards_.end(),
                                 [address](const auto& board) { return board->address() == address; });
    return it == boards_.end() ? nullptr : it->get();
}

BusBoard* BusSession::find_or_add(BoardAddress address, bool expected) {
    if (BusBoard* board = find(address)) return board;
    if (boards_.size() >= kMostBoards) return nullptr;
    return boards_.emplace_back(std::make_unique<BusBoard>(address, expected, options_)).get();
}

microseconds BusSession::wire_time(std::size_t bytes) const {
    const unsigned baud = std::max(options_.baud, 300U);
    return microseconds(bytes * 10 * 1'000'000 / baud);
}

void BusSession::start(Instant now, const EventSink&) {
    reader_.reset();
    question_.reset();
    echo_possible_ = false;
    last_byte_ = now;
    may_ask_ = now + kStartDelay;
    silent_from_ = from_start_from_ = now;
    for (const auto& board : boards_) board->line_opened(now);
    discovery_.begin(now);
}

void BusSession::on_read(std::size_t n, Instant now, const EventSink& sink) {
    last_byte_ = now;
    reader_.commit(n);
    if (strip_echo()) return;
    while (true) {
        const auto found = reader_.next();
        if (const auto* frame = std::get_if<Frame>(&found)) {
            on_frame(*frame, now, sink);
        } else if (const auto* discarded = std::get_if<Discarded>(&found)) {
            on_discarded(*discarded, now, sink);
        } else {
            break;
        }
    }
    if (question_ && reader_.pending() > 0) {
        question_->give_up = std::max(question_->give_up, now + kBetweenBytes);
    }
    next_question(now);
}

// True while it is not clear yet whether the bytes are an echo. No reply begins like its command but one to
// FromStart, which is believed to be an echo only where others were heard.
bool BusSession::strip_echo() {
    if (!echo_possible_) return false;
    const auto unread = reader_.unread();
    const std::size_t n = std::min(unread.size(), out_.size());
    const bool alike =
        std::equal(unread.begin(), unread.begin() + static_cast<std::ptrdiff_t>(n), out_.begin(),
                   [](std::uint8_t a, std::byte b) { return a == static_cast<std::uint8_t>(b); });
    if (alike && n < out_.size()) return true;
    echo_possible_ = false;
    const bool from_start = static_cast<BusCommand>(out_[0]) == BusCommand::SendFromStart;
    if (alike && (echo_heard_ || !from_start)) {
        echo_heard_ = true;
        reader_.skip(n);
    }
    return false;
}

bool BusSession::answers(const BusReply& reply) const {
    return question_ && question_->sent == out_.size() && question_->address == reply.address &&
           static_cast<std::uint8_t>(reply_to(question_->command)) == reply.id;
}

void BusSession::on_frame(const Frame& frame, Instant now, const EventSink& sink) {
    const auto parsed = parse_bus_reply(frame);
    if (const auto* reason = std::get_if<DiscardReason>(&parsed)) {
        on_discarded(Discarded{frame.size(), *reason}, now, sink);
        // The answer has come, but spoilt: no use waiting for the time-out. A command that is half written
        // goes on.
        const bool asked = question_ && question_->sent == out_.size();
        if (asked && question_->address != kBroadcast) time_out(now, sink);
        return;
    }
    const auto& reply = std::get<BusReply>(parsed);
    const bool solicited = answers(reply);
    const bool known = find(reply.address) != nullptr;
    BusBoard* const board = find_or_add(reply.address, false);
    if (board == nullptr) return;
    if (!known) discovery_.found_new();
    board->on_reply(reply, solicited, now, sink);
    if (!solicited) return;
    if (question_->command == BusCommand::SendFromStart) from_start_from_ = now + kBetweenTransfers;
    question_.reset();
}

// Whose bytes they were nobody can tell; most likely those of the board that was asked.
void BusSession::on_discarded(const Discarded& discarded, Instant, const EventSink& sink) {
    BoardAddress address = kBroadcast;
    if (question_) {
        question_->spoilt = true;
        const BusBoard* board = find(question_->address);
        if (board != nullptr && board->is_told_of()) address = question_->address;
    }
    sink(DeviceEvent{address, discarded});
}

std::span<const std::byte> BusSession::to_write() const {
    if (!question_ || question_->sent == out_.size()) return {};
    return std::span(out_).subspan(question_->sent);
}

void BusSession::on_written(std::size_t n, Instant now) {
    if (!question_ || n == 0) return;
    question_->sent = std::min(question_->sent + n, out_.size());
    if (question_->sent < out_.size()) return;
    echo_possible_ = reader_.pending() == 0;
    may_ask_ = now + kPace;
    if (question_->address == kBroadcast) {
        discovery_.broadcast_sent(now);
        question_.reset();
        return;
    }
    question_->give_up = now + wire_time(out_.size()) + kReply;
    if (question_->command == BusCommand::SetStartGame) question_->give_up += kStartWritten;
}

void BusSession::on_sent(std::span<const std::byte> bytes, Instant now) {
    while (bytes.size() >= out_.size()) {
        const auto command = command_of(bytes[0]);
        const unsigned value = (static_cast<unsigned>(bytes[1]) << 7) | static_cast<unsigned>(bytes[2]);
        const BoardAddress address{static_cast<std::uint16_t>(value & 0x3FFF)};
        if (!command || encode(*command, address)[3] != bytes[3]) {
            bytes = bytes.subspan(1);
            continue;
        }
        out_ = encode(*command, address);
        echo_possible_ = reader_.pending() == 0;
        bytes = bytes.subspan(out_.size());
        if (address == kBroadcast) continue;
        if (BusBoard* board = find_or_add(address, false)) board->overheard(*command, now);
    }
}

void BusSession::time_out(Instant now, const EventSink& sink) {
    if (reader_.pending() > 0) reader_.drop_pending();
    if (const auto discarded = reader_.flush()) on_discarded(*discarded, now, sink);
    const Question question = *std::exchange(question_, std::nullopt);
    BusBoard* const board = find(question.address);
    if (board == nullptr || !question.task) return;
    board->not_answered(*question.task, now, question.spoilt);
    if (!board->answering()) silent_from_ = now + kSilentShare * (wire_time(out_.size()) + kReply);
    std::erase_if(boards_, [](const auto& b) { return b->is_ghost(); });
}

// A round of discovery stops all polling for more than a second: at the beginning it has to be, later only at
// rest.
bool BusSession::may_look_around(Instant now) const {
    if (discovery_.in_round()) return true;
    if (now < discovery_.due()) return false;
    bool all_expected_found = !options_.expected.empty();
    bool busy = false;
    for (const auto& board : boards_) {
        if (!board->tried() || (board->confirmed() && board->answering() && !board->introduced(now)))
            return false;
        all_expected_found = all_expected_found && board->confirmed();
        busy = busy || board->busy(now);
    }
    return !busy || (!discovery_.settled() && !all_expected_found);
}

void BusSession::ask(BusCommand command, BoardAddress address, std::optional<BusTask> task) {
    out_ = encode(command, address);
    question_ = Question{command, address, task, 0, Instant::max(), false};
}

void BusSession::next_question(Instant now) {
    if (options_.passive || question_ || now < may_ask_ || discovery_.listening(now)) return;
    if (discovery_.window_end()) {
        const bool anybody =
            std::any_of(boards_.begin(), boards_.end(), [](const auto& b) { return b->confirmed(); });
        discovery_.end_window(anybody, now);
    }
    if (may_look_around(now)) {
        std::vector<BoardAddress> known;
        for (const auto& board : boards_) {
            if (board->confirmed() && board->answering()) known.push_back(board->address());
        }
        const auto step = discovery_.next(known);
        ask(step.command, step.address, std::nullopt);
        return;
    }
    const Choice choice = choose(now);
    if (choice.board == nullptr || choice.due > now) return;
    ask(choice.board->command_for(choice.task), choice.board->address(), choice.task);
    choice.board->asked(choice.task, now);
}

Instant BusSession::allowed_from(const BusBoard& board, BusTask task) const {
    const Instant due = board.due(task);
    if (due == BusBoard::kNever) return due;
    if (!board.answering()) return std::max(due, silent_from_);
    return task == BusTask::FromStart ? std::max(due, from_start_from_) : due;
}

// The earliest task; where none is due yet, a poll of a board that answers is moved forward to now.
BusSession::Choice BusSession::choose(Instant now) const {
    Choice first;
    Choice poll;
    for (const auto& board : boards_) {
        for (std::size_t i = 0; i < kBusTasks; ++i) {
            const auto task = static_cast<BusTask>(i);
            const Instant due = allowed_from(*board, task);
            if (due < first.due) first = Choice{board.get(), task, due};
            const bool pollable = board->answering() && (task == BusTask::Changes || task == BusTask::Clock);
            if (pollable && due < poll.due) poll = Choice{board.get(), task, due};
        }
    }
    if (first.due > now && poll.board != nullptr) first = Choice{poll.board, poll.task, now};
    // The changes before the clock: a press is to be seen after the move that it ends.
    if (first.board != nullptr && first.task == BusTask::Clock && first.due <= now &&
        now > first.board->changes_asked() + kChangesFirst) {
        first.task = BusTask::Changes;
    }
    return first;
}

std::optional<Instant> BusSession::wake_at() const {
    Instant first = BusBoard::kNever;
    const auto consider = [&first](std::optional<Instant> t) {
        if (t) first = std::min(first, *t);
    };
    for (const auto& board : boards_) consider(board->wake_at());
    if (reader_.discarding() > 0 || (!question_ && reader_.pending() > 0)) consider(last_byte_ + kFlushQuiet);
    if (!options_.passive && question_) {
        consider(question_->give_up);
    } else if (!options_.passive && discovery_.window_end()) {
        consider(*discovery_.window_end());
    } else if (!options_.passive) {
        const Choice next = choose(std::max(may_ask_, last_byte_));
        Instant due = next.due;
        if (may_look_around(discovery_.due())) due = std::min(due, discovery_.due());
        if (due != BusBoard::kNever) consider(std::max(due, may_ask_));
    }
    if (first == BusBoard::kNever) return std::nullopt;
    return first;
}

void BusSession::on_wake(Instant now, const EventSink& sink) {
    if (question_ && now >= question_->give_up) time_out(now, sink);
    if (!question_ && reader_.pending() > 0 && now >= last_byte_ + kFlushQuiet) reader_.drop_pending();
    if (reader_.discarding() > 0 && now >= last_byte_ + kFlushQuiet) {
        if (const auto discarded = reader_.flush()) on_discarded(*discarded, now, sink);
    }
    for (const auto& board : boards_) board->on_wake(now, sink);
    next_question(now);
}

void BusSession::start_game(BoardAddress address, Instant now) {
    if (BusBoard* board = find(address)) board->start_game(now);
}

}  // namespace boardbridge::drivers::dgt
