// Questions go to another thread, answers come back on the owner's.
#include "daemon/verdict_pool.hpp"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <map>
#include <thread>

#include "rules/fen.hpp"

namespace boardbridge::daemon {
namespace {

using rules::MateVerdict;

rules::VerdictRequest question(std::uint64_t id, const char* fen) {
    return {id, *rules::position_from_fen(fen), rules::Color::White};
}

struct Fixture : testing::Test {
    boost::asio::io_context io{1};
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work{io.get_executor()};
    std::map<std::uint64_t, MateVerdict> answers;
    std::thread::id answered_on;

    VerdictPool::Answer keep(std::size_t expected) {
        return [this, expected](unsigned table, std::uint64_t id, MateVerdict verdict) {
            EXPECT_EQ(table, 7U);
            answered_on = std::this_thread::get_id();
            answers[id] = verdict;
            if (answers.size() == expected) work.reset();
        };
    }
};

using VerdictPoolTest = Fixture;

TEST_F(VerdictPoolTest, AnswersComeBackOnTheOwnersThread) {
    VerdictPool pool(io.get_executor(), keep(2));
    pool.ask(7, question(1, "8/8/4k3/8/8/8/8/QK6 w - - 0 1"));
    pool.ask(7, question(2, "8/8/4k3/8/8/8/8/NK6 w - - 0 1"));
    io.run();
    EXPECT_EQ(answers[1], MateVerdict::Possible);
    EXPECT_EQ(answers[2], MateVerdict::Impossible);
    EXPECT_EQ(answered_on, std::this_thread::get_id());
}

TEST_F(VerdictPoolTest, AnEndedPoolAnswersNobody) {
    {
        VerdictPool pool(io.get_executor(), keep(1));
        for (std::uint64_t id = 0; id < 50; ++id) pool.ask(7, question(id, "8/8/4k3/8/8/8/8/QK6 w - - 0 1"));
    }
    work.reset();
    io.run();
    EXPECT_TRUE(answers.empty());
}

}  // namespace
}  // namespace boardbridge::daemon
