// The conversation with a client, without sockets: order of messages, deadlines, reasons. Contract section 4.
#include "daemon/client.hpp"

#include <gmock/gmock.h>

#include "daemon/memory_journal.hpp"

namespace boardbridge::daemon {
namespace {

using namespace std::chrono_literals;
using protocol::CloseReason;
using protocol::CommandStatus;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class FakeDesk final : public Desk {
public:
    std::vector<rules::TableSnapshot> snapshots() override {
        ++asked;
        std::vector<rules::TableSnapshot> all;
        for (const unsigned number : {1U, 2U, 7U}) {
            rules::TableSnapshot table;
            table.table = number;
            all.push_back(table);
        }
        return all;
    }
    protocol::CommandReply acknowledge(unsigned table, const protocol::AcknowledgeAlert& what,
                                       const std::string& by) override {
        acknowledged.push_back(std::to_string(table) + "/" + std::to_string(what.alert_id) + "/" + by + "/" +
                               what.remark);
        return {};
    }
    int asked = 0;
    std::vector<std::string> acknowledged;
};

std::string brief(const protocol::ServerMessage& message) {
    struct Words {
        std::string operator()(const protocol::Hello& h) const {
            return "hello " + h.hall_id + " " + std::to_string(h.first_sequence) + ".." +
                   std::to_string(h.last_sequence);
        }
        std::string operator()(const protocol::Snapshot& s) const {
            return "snapshot " + std::to_string(s.table.table) + " as of " + std::to_string(s.sequence);
        }
        std::string operator()(const protocol::StampedEvent& e) const {
            return "event " + std::to_string(e.sequence);
        }
        std::string operator()(const protocol::CommandReply& r) const {
            return "reply " + std::to_string(r.id) + " " + std::string(to_string(r.status));
        }
        std::string operator()(const protocol::Heartbeat& h) const {
            return "heartbeat " + std::to_string(h.sequence);
        }
        std::string operator()(const protocol::Closed& c) const {
            std::string text = "closed " + std::string(to_string(c.reason));
            if (c.last_sequence != 0) {
                text += " " + std::to_string(c.first_sequence) + ".." + std::to_string(c.last_sequence);
            }
            return text;
        }
    };
    return std::visit(Words{}, message);
}

struct ClientTest : testing::Test {
    MemoryJournal journal{std::size_t{1} << 20U};
    TimeSource time;
    Publisher publisher{journal, [this](Instant at) { return time.wall(at); }};
    FakeDesk desk;
    Recorder recorder{{}};
    ClientContext context{publisher, desk, recorder, time, "hall-1", "0.1", {}, {}};
    RealTime now{1h};
    int ready = 0;
    Client client{context, {"10.0.0.9:5", true}, now, [this] { ++ready; }};

    protocol::ServerMessage parse(const Frame& frame) const {
        const std::string_view m = frame.message();
        return protocol::parse_server_message(std::as_bytes(std::span(m.data(), m.size()))).value();
    }
    std::vector<std::string> said(Client& whose) {
        std::vector<std::string> texts;
        while (const auto frame = whose.next(now)) {
            texts.push_back(brief(parse(*frame)));
            whose.sent(frame->size(), now);
        }
        return texts;
    }
    std::vector<std::string> said() { return said(client); }
    void say(Client& whose, const protocol::ClientMessage& message) {
        const std::string bytes = protocol::client_message(message);
        whose.on_message(std::as_bytes(std::span(bytes)), now);
    }
    void say(const protocol::ClientMessage& message) { say(client, message); }
    void say_rubbish(const std::string& bytes) { client.on_message(std::as_bytes(std::span(bytes)), now); }
    void pass(std::chrono::milliseconds span) {
        now += span;
        if (now >= client.wake_at()) client.on_wake(now);
    }
    void publish(int count) {
        for (int i = 0; i < count; ++i) publisher.publish(1, Instant{}, rules::MoveConfirmed{"g", 1});
    }
};

TEST_F(ClientTest, HelloAtOnceAndNothingElseUntilTheClientSpeaks) {
    EXPECT_THAT(said(), ElementsAre("hello hall-1 1..0"));
    publish(3);
    pass(4s);
    EXPECT_THAT(said(), IsEmpty());
    say(protocol::Heartbeat{});
    EXPECT_THAT(said(), IsEmpty());
}

TEST_F(ClientTest, ASilentClientIsClosedWithinFiveSeconds) {
    said();
    pass(4800ms);
    EXPECT_THAT(said(), IsEmpty());
    pass(200ms);
    EXPECT_THAT(said(), ElementsAre("closed IDLE"));
    EXPECT_TRUE(client.finished());
    EXPECT_THAT(said(), IsEmpty());
}

TEST_F(ClientTest, AnUnfinishedMessageIsClosedWithinFiveSeconds) {
    said();
    client.on_bytes(true, now);
    pass(4900ms);
    EXPECT_THAT(said(), ElementsAre("closed BAD_MESSAGE"));
}

TEST_F(ClientTest, RubbishIsClosedWithAReason) {
    say_rubbish("\xff\xff\xff");
    EXPECT_THAT(said(), ElementsAre("hello hall-1 1..0", "closed BAD_MESSAGE"));
    EXPECT_FALSE(client.closed()->text.empty());
}

TEST_F(ClientTest, SnapshotsThenEvents) {
    publish(3);
    said();
    say(protocol::Subscribe{});
    publish(1);
    EXPECT_THAT(said(), ElementsAre("snapshot 1 as of 3", "snapshot 2 as of 3", "snapshot 7 as of 3",
                                    "event 4", "heartbeat 4"));
    publish(1);
    EXPECT_THAT(said(), ElementsAre("event 5"));
}

TEST_F(ClientTest, SnapshotsOfTheTablesAskedFor) {
    protocol::Subscribe subscribe;
    subscribe.tables = {7, 9};
    say(subscribe);
    publish(1);
    EXPECT_THAT(said(), ElementsAre("hello hall-1 1..0", "snapshot 7 as of 0", "heartbeat 1"));
}

TEST_F(ClientTest, ASecondClientSharesTheSnapshotOfTheFirst) {
    publish(1);
    say(protocol::Subscribe{});
    publish(2);
    Client other(context, {"b", true}, now, [] {});
    say(other, protocol::Subscribe{});
    EXPECT_EQ(desk.asked, 1);
    EXPECT_THAT(said(other), ElementsAre("hello hall-1 1..3", "snapshot 1 as of 1", "snapshot 2 as of 1",
                                         "snapshot 7 as of 1", "event 2", "event 3", "heartbeat 3"));
    now += 2s;
    Client later(context, {"c", true}, now, [] {});
    say(later, protocol::Subscribe{});
    EXPECT_EQ(desk.asked, 2);
}

TEST_F(ClientTest, ResumesWithoutSnapshot) {
    publish(4);
    protocol::Subscribe subscribe;
    subscribe.after_sequence = 2;
    say(subscribe);
    EXPECT_THAT(said(), ElementsAre("hello hall-1 1..0", "event 3", "event 4", "heartbeat 4"));
    EXPECT_EQ(desk.asked, 0);
}

TEST_F(ClientTest, ACursorInTheFutureIsRefusedWithTheRange) {
    publish(4);
    protocol::Subscribe subscribe;
    subscribe.after_sequence = 5;
    say(subscribe);
    EXPECT_THAT(said(), ElementsAre("hello hall-1 1..0", "closed CURSOR_IN_FUTURE 1..4"));
}

TEST(ClientWithSmallJournal, ACursorTooOldIsRefusedWithTheRangeAndZeroMeansTheOldest) {
    MemoryJournal journal(1000);
    const TimeSource time;
    Publisher publisher(journal, [&time](Instant at) { return time.wall(at); });
    FakeDesk desk;
    Recorder recorder({});
    ClientContext context{publisher, desk, recorder, time, "hall-1", "0.1", {}, {}};
    for (int i = 0; i < 50; ++i) publisher.publish(1, Instant{}, rules::MoveConfirmed{"g", 1});
    const std::uint64_t first = journal.held().first;
    ASSERT_GT(first, 2U);
    const auto last_word = [&](std::uint64_t after) {
        Client client(context, {"a", true}, RealTime(1h), [] {});
        protocol::Subscribe subscribe;
        subscribe.after_sequence = after;
        const std::string bytes = protocol::client_message(subscribe);
        client.on_message(std::as_bytes(std::span(bytes)), RealTime(1h));
        client.next(RealTime(1h));
        const auto frame = client.next(RealTime(1h));
        const std::string_view m = frame->message();
        return brief(*protocol::parse_server_message(std::as_bytes(std::span(m.data(), m.size()))));
    };
    EXPECT_EQ(last_word(1), "closed CURSOR_TOO_OLD " + std::to_string(first) + "..50");
    EXPECT_EQ(last_word(first - 1), "event " + std::to_string(first));
    EXPECT_EQ(last_word(0), "event " + std::to_string(first));
}

TEST_F(ClientTest, OneSubscriptionAConnection) {
    said();
    say(protocol::Subscribe{});
    say(protocol::Subscribe{});
    EXPECT_THAT(said(), ElementsAre("closed BAD_MESSAGE"));
}

TEST_F(ClientTest, HeartbeatsWhenIdleTellHowFarTheClientIs) {
    publish(2);
    said();
    say(protocol::Subscribe{});
    said();
    pass(4999ms);
    EXPECT_THAT(said(), IsEmpty());
    pass(1ms);
    EXPECT_THAT(said(), ElementsAre("heartbeat 2"));
    pass(3s);
    publish(1);
    EXPECT_THAT(said(), ElementsAre("event 3"));
    pass(4s);
    EXPECT_THAT(said(), IsEmpty());
    pass(1s);
    EXPECT_THAT(said(), ElementsAre("heartbeat 3"));
}

TEST_F(ClientTest, AClientUnheardForTwentySecondsIsGone) {
    say(protocol::Subscribe{});
    said();
    std::vector<std::string> all;
    for (int i = 0; i < 19; ++i) {
        pass(1s);
        said();
    }
    say(protocol::Heartbeat{});
    for (int i = 0; i < 19; ++i) {
        pass(1s);
        said();
    }
    EXPECT_EQ(client.closed(), std::nullopt);
    pass(1s);
    EXPECT_THAT(said(), ElementsAre("closed IDLE"));
}

TEST_F(ClientTest, ABoundedQueueClosesASlowClient) {
    context.bounds.events = 10;
    said();
    say(protocol::Subscribe{});
    publish(11);
    EXPECT_THAT(said(), ElementsAre("closed TOO_SLOW"));
    EXPECT_EQ(publisher.subscribers(), 0U);
}

TEST_F(ClientTest, AClientThatTakesNothingIsTooSlow) {
    say(protocol::Subscribe{});
    ASSERT_TRUE(client.next(now));
    pass(9s);
    EXPECT_EQ(client.closed(), std::nullopt);
    say(protocol::Heartbeat{});
    pass(1s);
    ASSERT_TRUE(client.closed());
    EXPECT_EQ(client.closed()->reason, CloseReason::TooSlow);
}

TEST_F(ClientTest, AcknowledgementsReachTheDesk) {
    said();
    protocol::Command command;
    command.id = 5;
    command.table = 12;
    command.what = protocol::AcknowledgeAlert{3, "seen"};
    say(command);
    command.id = 6;
    command.by = "Petra";
    say(command);
    EXPECT_THAT(desk.acknowledged, ElementsAre("12/3/10.0.0.9:5/seen", "12/3/Petra/seen"));
    EXPECT_THAT(said(), ElementsAre("reply 5 DONE", "reply 6 DONE"));
}

TEST_F(ClientTest, CommandsFromElsewhereAreForbidden) {
    Client stranger(context, {"10.0.0.9:6", false}, now, [] {});
    protocol::Command command;
    command.id = 1;
    command.what = protocol::AcknowledgeAlert{3, ""};
    say(stranger, command);
    say(stranger, protocol::Subscribe{});
    EXPECT_THAT(said(stranger), ElementsAre("hello hall-1 1..0", "reply 1 FORBIDDEN", "snapshot 1 as of 0",
                                            "snapshot 2 as of 0", "snapshot 7 as of 0", "heartbeat 0"));
    EXPECT_THAT(desk.acknowledged, IsEmpty());
}

TEST_F(ClientTest, UnknownCommandsAreAnswered) {
    said();
    protocol::Command command;
    command.id = 1;
    say(command);
    EXPECT_THAT(said(), ElementsAre("reply 1 UNKNOWN_COMMAND"));
}

TEST_F(ClientTest, ReadsTheRecentBytesOfALine) {
    said();
    recorder.set_driver("a", "dgt");
    recorder.set_driver("b", "dgt");
    const Instant at = time.now();
    const std::array<std::byte, 2> bytes{std::byte{0x8e}, std::byte{0x01}};
    recorder.add("a", drivers::Direction::Rx, bytes, at - 5s);
    recorder.add("a", drivers::Direction::Rx, bytes, at - 2s);
    recorder.add("b", drivers::Direction::Tx, bytes, at - 1s);
    recorder.add("a", drivers::Direction::Tx, bytes, at - 500ms);
    protocol::Command command;
    command.id = 9;
    command.what = protocol::ReadCapture{"a", 3, false};
    say(command);
    const auto frame = client.next(now);
    ASSERT_TRUE(frame);
    const auto reply = std::get<protocol::CommandReply>(parse(*frame));
    EXPECT_EQ(reply.id, 9U);
    EXPECT_EQ(reply.status, CommandStatus::Done);
    EXPECT_FALSE(reply.more);
    EXPECT_THAT(reply.capture, HasSubstr("# boardbridge capture 1\n"));
    EXPECT_THAT(reply.capture, HasSubstr("# line.a.driver: dgt\n"));
    EXPECT_THAT(reply.capture, testing::EndsWith("0.000 a rx 8e 01\n1.500 a tx 8e 01\n"));
    command.what = protocol::ReadCapture{"c", 3, false};
    say(command);
    EXPECT_THAT(said(), ElementsAre("reply 9 NOT_FOUND"));
}

TEST_F(ClientTest, FollowsALine) {
    said();
    recorder.set_driver("a", "dgt");
    const std::array<std::byte, 1> bytes{std::byte{0x8e}};
    recorder.add("a", drivers::Direction::Rx, bytes, time.now() - 5s);
    protocol::Command command;
    command.id = 9;
    command.what = protocol::ReadCapture{"", 0, true};
    say(command);
    EXPECT_THAT(said(), ElementsAre("reply 9 DONE"));  // the header
    recorder.add("a", drivers::Direction::Rx, bytes, time.now());
    pass(200ms);
    const auto frame = client.next(now);
    ASSERT_TRUE(frame);
    const auto reply = std::get<protocol::CommandReply>(parse(*frame));
    EXPECT_THAT(reply.capture, HasSubstr(" a rx 8e\n"));
    EXPECT_TRUE(reply.more);
}

TEST_F(ClientTest, TheFirstReasonCounts) {
    client.close(CloseReason::ShuttingDown, "the daemon ends");
    client.close(CloseReason::Idle, "x");
    EXPECT_THAT(said(), ElementsAre("hello hall-1 1..0", "closed SHUTTING_DOWN"));
}

TEST_F(ClientTest, ManyWaitingAnswersStopTheReading) {
    said();
    protocol::Command command;
    for (int i = 0; i < 64; ++i) say(command);
    EXPECT_FALSE(client.wants_input());
    said();
    EXPECT_TRUE(client.wants_input());
}

}  // namespace
}  // namespace boardbridge::daemon
