// Inside protocol/ only: canonical proto3-JSON of any message of the package, on one line. Faster than
// libprotobuf's own printer, which goes over a second parse of the bytes; replay prints hundreds of thousands
// of events a second. Follows the JSON mapping of the proto3 language guide; Timestamp is the only well-known
// type that the package uses.
#pragma once

#include <google/protobuf/message.h>

#include <string>

namespace boardbridge::protocol {

/// Appends the JSON object. Fields stand in the order of their numbers; false, zero and empty are left out.
void append_json(const google::protobuf::Message& message, std::string& out);

}  // namespace boardbridge::protocol
