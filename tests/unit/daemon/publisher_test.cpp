// Numbering, the ring of held events, subscriptions: catching up, filters, the bound of the queue.
#include "daemon/publisher.hpp"

#include <gmock/gmock.h>

#include "daemon/memory_journal.hpp"
#include "daemon/subscriber.hpp"
#include "protocol/envelope.hpp"

namespace boardbridge::daemon {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::size_t kPlenty = std::size_t{1} << 20U;

protocol::WallTime wall(Instant at) {
    return protocol::WallTime(std::chrono::seconds(1'000'000'000)) + at.time_since_epoch();
}

rules::TableEvent confirmed(int ply) { return rules::MoveConfirmed{"g1", ply}; }
rules::TableEvent signalled() { return rules::ResultSignalled{"g1", rules::Result::Draw, "kings"}; }

std::vector<std::uint64_t> take_all(Subscriber& subscriber) {
    std::vector<std::uint64_t> sequences;
    while (const auto event = subscriber.next()) {
        sequences.push_back(event->sequence);
        subscriber.sent(event->frame.size());
    }
    return sequences;
}

struct PublisherTest : testing::Test {
    MemoryJournal journal{kPlenty};
    Publisher publisher{journal, wall};
    int ready = 0;

    std::unique_ptr<Subscriber> subscribe(std::uint64_t after, EventFilter filter = {},
                                          QueueBounds bounds = {}) {
        return std::make_unique<Subscriber>(publisher, std::move(filter), bounds, after, [this] { ++ready; });
    }
    void publish(int count, unsigned table = 1) {
        for (int i = 0; i < count; ++i) publisher.publish(table, Instant{}, confirmed(i));
    }
};

TEST_F(PublisherTest, NumbersDenselyAndStampsWithTimeOfDay) {
    const auto subscriber = subscribe(0);
    publisher.publish(12, Instant(std::chrono::milliseconds(1500)), confirmed(7));
    publisher.publish(13, Instant(std::chrono::milliseconds(1600)), confirmed(8));
    const auto event = subscriber->next();
    ASSERT_TRUE(event);
    const std::string_view message = event->frame.message();
    const auto parsed =
        protocol::parse_server_message(std::as_bytes(std::span(message.data(), message.size())));
    ASSERT_TRUE(parsed);
    const auto& stamped = std::get<protocol::StampedEvent>(*parsed);
    EXPECT_EQ(stamped.sequence, 1U);
    EXPECT_EQ(stamped.table, 12U);
    EXPECT_EQ(stamped.time.time_since_epoch(), std::chrono::milliseconds(1'000'000'001'500));
    EXPECT_EQ(std::get<rules::MoveConfirmed>(stamped.what).ply, 7);
    EXPECT_THAT(take_all(*subscriber), ElementsAre(2));
    EXPECT_EQ(publisher.last(), 2U);
    EXPECT_EQ(ready, 2);
}

TEST_F(PublisherTest, ASubscriberSharesTheBytesOfTheJournal) {
    const auto one = subscribe(0);
    const auto two = subscribe(0);
    publish(1);
    EXPECT_EQ(one->next()->frame.bytes.get(), two->next()->frame.bytes.get());
}

TEST_F(PublisherTest, ResumesInTheMiddleAndGoesOnLive) {
    publish(5);
    const auto subscriber = subscribe(2);
    EXPECT_THAT(take_all(*subscriber), ElementsAre(3, 4, 5));
    EXPECT_TRUE(subscriber->empty());
    publish(1);
    EXPECT_THAT(take_all(*subscriber), ElementsAre(6));
    EXPECT_EQ(subscriber->reached(), 6U);
}

TEST_F(PublisherTest, ResumesOverMoreThanTheQueueHolds) {
    publish(5000);
    const auto subscriber = subscribe(0, {}, {.bytes = kPlenty, .events = 100});
    EXPECT_LE(subscriber->queued_events(), 100U);
    std::vector<std::uint64_t> got;
    for (int i = 0; i < 1000; ++i) got.push_back(subscriber->next()->sequence);
    publish(10);  // live events while it is still behind
    while (const auto event = subscriber->next()) got.push_back(event->sequence);
    ASSERT_EQ(got.size(), 5010U);
    for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i], i + 1);
    EXPECT_FALSE(subscriber->too_slow());
}

TEST_F(PublisherTest, FiltersByTableAndKind) {
    EventFilter filter;
    filter.tables = {2, 5};
    filter.kinds.set(*protocol::payload_index("result_signalled"));
    publisher.publish(2, Instant{}, signalled());
    const auto subscriber = subscribe(0, filter);
    publisher.publish(1, Instant{}, signalled());
    publisher.publish(5, Instant{}, confirmed(1));
    publisher.publish(5, Instant{}, signalled());
    EXPECT_THAT(take_all(*subscriber), ElementsAre(1, 4));
    EXPECT_EQ(subscriber->reached(), 4U);
}

TEST_F(PublisherTest, TooManyWaitingEventsAreTooSlow) {
    const auto subscriber = subscribe(0, {}, {.bytes = kPlenty, .events = 3});
    publish(3);
    EXPECT_FALSE(subscriber->too_slow());
    publish(1);
    EXPECT_TRUE(subscriber->too_slow());
    EXPECT_EQ(subscriber->next(), std::nullopt);
}

TEST_F(PublisherTest, TooManyWaitingBytesAreTooSlowEvenWhenTaken) {
    publish(1);
    const std::size_t size = subscribe(0)->next()->frame.size();
    const auto subscriber = subscribe(1, {}, {.bytes = size * 4, .events = 1000});
    for (int i = 0; i < 4; ++i) {
        publish(1);
        ASSERT_TRUE(subscriber->next());
    }
    EXPECT_FALSE(subscriber->too_slow());
    publish(1);
    EXPECT_TRUE(subscriber->too_slow());
}

TEST_F(PublisherTest, AQuickOneNeverGetsTooSlow) {
    const auto subscriber = subscribe(0, {}, {.bytes = 1000, .events = 3});
    for (int i = 1; i <= 1000; ++i) {
        publish(1);
        ASSERT_THAT(take_all(*subscriber), ElementsAre(i));
    }
}

TEST(MemoryJournal, HoldsTheLatestBytes) {
    MemoryJournal journal(10'000);
    Publisher publisher(journal, wall);
    EXPECT_EQ(journal.held().first, 1U);
    EXPECT_EQ(journal.held().last, 0U);
    for (int i = 0; i < 1000; ++i) publisher.publish(1, Instant{}, confirmed(i));
    const HeldRange held = journal.held();
    EXPECT_EQ(held.last, 1000U);
    EXPECT_GT(held.first, 900U);
    EXPECT_LT(held.first, 970U);
    EXPECT_LE(journal.bytes(), 10'000U);
    const auto read = [&journal](std::uint64_t after, std::size_t most) {
        std::vector<std::uint64_t> sequences;
        journal.read(after, most, [&sequences](const Journal::Batch& batch) {
            for (const PublishedEvent& event : batch) sequences.push_back(event.sequence);
        });
        return sequences;
    };
    EXPECT_THAT(read(997, 10), ElementsAre(998, 999, 1000));
    EXPECT_THAT(read(997, 2), ElementsAre(998, 999));
    EXPECT_THAT(read(1000, 2), IsEmpty());
    EXPECT_THAT(read(1, 2), IsEmpty());
    EXPECT_THAT(read(held.first - 1, 1), ElementsAre(held.first));
}

TEST(MemoryJournal, ASubscriberWhomTheRingPassesIsTooSlow) {
    MemoryJournal journal(20'000);
    Publisher publisher(journal, wall);
    for (int i = 0; i < 90; ++i) publisher.publish(1, Instant{}, confirmed(i));
    Subscriber subscriber(publisher, {}, {.bytes = 1'000, .events = 1000}, 0, [] {});
    EXPECT_FALSE(subscriber.too_slow());
    for (int i = 0; i < 200; ++i) publisher.publish(1, Instant{}, confirmed(i));
    EXPECT_TRUE(subscriber.too_slow());
}

// A journal that commits when it is told to, as one on disk does.
class LateJournal final : public Journal {
public:
    void append(PublishedEvent event) override { events.push_back(std::move(event)); }
    HeldRange held() const override { return {1, committed}; }
    void read(std::uint64_t after, std::size_t most, std::function<void(Batch)> answer) override {
        Batch batch;
        for (const PublishedEvent& event : events) {
            if (event.sequence > after && event.sequence <= committed && batch.size() < most)
                batch.push_back(event);
        }
        answers.push_back([batch, answer] { answer(batch); });
    }
    void commit(std::uint64_t last) {
        committed = last;
        committed_(last);
    }
    void answer_all() {
        for (const auto& give : std::exchange(answers, {})) give();
    }

    std::vector<PublishedEvent> events;
    std::vector<std::function<void()>> answers;
    std::uint64_t committed = 0;
};

TEST(LateJournal, NothingIsDeliveredBeforeItIsCommitted) {
    LateJournal journal;
    Publisher publisher(journal, wall);
    Subscriber live(publisher, {}, {}, 0, [] {});
    for (int i = 0; i < 4; ++i) publisher.publish(1, Instant{}, confirmed(i));
    EXPECT_THAT(take_all(live), IsEmpty());
    EXPECT_EQ(publisher.last(), 4U);
    journal.commit(3);
    EXPECT_EQ(publisher.delivered(), 3U);
    EXPECT_THAT(take_all(live), ElementsAre(1, 2, 3));
}

TEST(LateJournal, AnswersThatComeLateLeaveNoGap) {
    LateJournal journal;
    Publisher publisher(journal, wall);
    for (int i = 0; i < 4; ++i) publisher.publish(1, Instant{}, confirmed(i));
    journal.commit(4);
    Subscriber subscriber(publisher, {}, {}, 1, [] {});
    for (int i = 0; i < 2; ++i) publisher.publish(1, Instant{}, confirmed(i));
    journal.commit(6);
    EXPECT_THAT(take_all(subscriber), IsEmpty());
    journal.answer_all();  // knows of 4 only
    journal.answer_all();
    EXPECT_THAT(take_all(subscriber), ElementsAre(2, 3, 4, 5, 6));
    {
        const Subscriber gone(publisher, {}, {}, 0, [] {});
    }
    journal.answer_all();  // to nobody
}

}  // namespace
}  // namespace boardbridge::daemon
