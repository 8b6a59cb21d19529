// The thread on which "can he still mate?" is thought about when it takes more than a moment, so that no
// table waits for it (design section 5). Values in, values out.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>

#include "rules/arbiter.hpp"

namespace boardbridge::daemon {

class VerdictPool {
public:
    using Answer = std::function<void(unsigned table, std::uint64_t id, rules::MateVerdict)>;

    /// `answer` is called on `owner`, never after the pool is gone.
    VerdictPool(boost::asio::any_io_executor owner, Answer answer);
    /// Waits for the question in hand, a second or two at most; the others are dropped.
    ~VerdictPool();
    VerdictPool(const VerdictPool&) = delete;
    VerdictPool& operator=(const VerdictPool&) = delete;

    /// Each question within kVerdictNodes. When very many wait, one more is answered Unknown.
    void ask(unsigned table, const rules::VerdictRequest& question);

private:
    class State;
    std::shared_ptr<State> state_;
};

}  // namespace boardbridge::daemon
