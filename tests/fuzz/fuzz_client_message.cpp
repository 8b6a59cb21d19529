// What a stranger sends to the stream's listener: as bytes, and the same bytes as JSON. What is accepted
// stays within its bounds and, said again, is understood as the same.
#include <cstdlib>

#include "protocol/envelope.hpp"

using namespace boardbridge::protocol;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

void check(const ClientMessage& message) {
    const std::string once = client_message(message);
    const auto again = parse_client_message(std::as_bytes(std::span(once)));
    require(again.has_value());
    require(client_message(*again) == once);
    if (const auto* subscribe = std::get_if<Subscribe>(&message)) {
        require(subscribe->tables.size() <= kMaxTables);
        require(subscribe->kinds.size() <= kMaxKinds);
        for (const std::string& kind : subscribe->kinds) require(is_payload_name(kind));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    if (const auto message = parse_client_message(bytes)) check(*message);
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto message = parse_client_message_json(text)) check(*message);
    if (const auto message = parse_server_message(bytes))
        require(message->index() < std::variant_size_v<ServerMessage>);
    (void)event_json(bytes);
    return 0;
}
