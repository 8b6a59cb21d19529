// Several DGT boards on one line: all of them hear every command, all of them share one wire back. Who talks
// while another talks spoils both messages. Source: device-protocols, section 2.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "drivers/simulated/dgt_device.hpp"

namespace boardbridge::simulated {

struct DgtBusOptions {
    bool echo = false;  ///< a half-duplex adapter: the host hears its own commands
    std::uint64_t seed = 1;
};

class DgtBus {
public:
    explicit DgtBus(DgtBusOptions options = {}) : options_(options), random_(options.seed) {}

    DgtDevice& add(DgtDeviceOptions options, const rules::Placement& start, Instant now);
    std::size_t size() const { return boards_.size(); }
    DgtDevice& board(std::size_t i) { return *boards_[i]; }

    void on_receive(std::span<const std::byte> bytes, Instant now);
    Bytes to_send(Instant now);
    std::optional<Instant> wake_at();
    void on_wake(Instant now);

private:
    struct Spoken {
        WireMessage message;
        std::size_t who;
    };
    bool collides(const Spoken& spoken) const;

    DgtBusOptions options_;
    SeededRandom random_;
    std::vector<std::unique_ptr<DgtDevice>> boards_;
    Bytes echo_;
    Instant line_busy_until_{};  ///< by messages already delivered
    std::size_t last_speaker_ = 0;
};

}  // namespace boardbridge::simulated
