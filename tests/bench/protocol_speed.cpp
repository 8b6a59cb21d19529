// How long one event takes on its way out: bytes for the stream, JSON for replay and browsers. Evidence,
// never a gate: replay has 3.3 microseconds for a board message, and most board messages make no event.
#include <benchmark/benchmark.h>

#include "protocol/convert.hpp"
#include "protocol/envelope.hpp"
#include "unit/protocol/samples.hpp"

namespace boardbridge::protocol {
namespace {

template <class Payload>
rules::TableEvent sample() {
    for (const rules::TableEvent& event : all_samples()) {
        if (std::holds_alternative<Payload>(event)) return event;
    }
    return {};
}

template <class Payload>
void serialise(benchmark::State& state) {
    const rules::TableEvent event = sample<Payload>();
    std::size_t bytes = 0;
    for (auto _ : state)
        bytes += delimited_event_message(serialise_event(1'000'000, 12, sample_time(), event)).size();
    state.SetItemsProcessed(state.iterations());
    state.counters["bytes/event"] = static_cast<double>(bytes) / static_cast<double>(state.iterations());
}

template <class Payload>
void json(benchmark::State& state) {
    const rules::TableEvent event = sample<Payload>();
    std::size_t bytes = 0;
    for (auto _ : state) bytes += event_json(1'000'000, 12, sample_time(), event).size();
    state.SetItemsProcessed(state.iterations());
    state.counters["bytes/event"] = static_cast<double>(bytes) / static_cast<double>(state.iterations());
}

BENCHMARK(serialise<rules::MoveMade>);
BENCHMARK(serialise<rules::MoveConfirmed>);
BENCHMARK(serialise<rules::ClockChanged>);
BENCHMARK(serialise<rules::Alert>);
BENCHMARK(json<rules::MoveMade>);
BENCHMARK(json<rules::MoveConfirmed>);
BENCHMARK(json<rules::ClockChanged>);
BENCHMARK(json<rules::Alert>);

}  // namespace
}  // namespace boardbridge::protocol

BENCHMARK_MAIN();
