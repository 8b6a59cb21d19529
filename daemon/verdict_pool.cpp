#include "daemon/verdict_pool.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>

#include "daemon/hall.hpp"
#include "rules/mate_possible.hpp"

namespace boardbridge::daemon {

namespace asio = boost::asio;

namespace {

constexpr std::size_t kMostWaiting = 256;

}  // namespace

class VerdictPool::State {
public:
    State(asio::any_io_executor o, Answer a) : owner(std::move(o)), answer(std::move(a)) {}

    asio::any_io_executor owner;
    Answer answer;  // empty once the pool is gone
    std::size_t waiting = 0;
    asio::thread_pool thread{1};
};

VerdictPool::VerdictPool(asio::any_io_executor owner, Answer answer)
    : state_(std::make_shared<State>(std::move(owner), std::move(answer))) {}

VerdictPool::~VerdictPool() {
    state_->answer = nullptr;
    state_->thread.stop();
    state_->thread.join();
}

void VerdictPool::ask(unsigned table, const rules::VerdictRequest& question) {
    const auto tell = [weak = std::weak_ptr<State>(state_), table,
                       id = question.id](rules::MateVerdict verdict) {
        const auto state = weak.lock();
        if (state && state->answer) state->answer(table, id, verdict);
    };
    if (state_->waiting >= kMostWaiting) {
        asio::post(state_->owner, [tell] { tell(rules::MateVerdict::Unknown); });
        return;
    }
    ++state_->waiting;
    asio::post(state_->thread, [owner = state_->owner, weak = std::weak_ptr<State>(state_), question, tell] {
        const auto verdict = rules::can_mate(question.position, question.winner, kVerdictNodes);
        asio::post(owner, [weak, tell, verdict] {
            if (const auto state = weak.lock()) --state->waiting;
            tell(verdict);
        });
    });
}

}  // namespace boardbridge::daemon
