// The compatibility promise: protocol/boardbridge/v1/fields.lock lists every field and enum value that was
// ever published, with its number and type. Nothing in it may change; what is new is appended with
//     BOARDBRIDGE_APPEND_FIELDS=1 unit_protocol --gtest_filter='FieldsLock.*'
// A field that is taken out of the .proto files leaves its number and name behind as `reserved`.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "boardbridge/v1/alert.pb.h"
#include "boardbridge/v1/common.pb.h"
#include "boardbridge/v1/event.pb.h"
#include "boardbridge/v1/stream.pb.h"

namespace boardbridge::protocol {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::FileDescriptor;

std::string type_of(const FieldDescriptor& field) {
    std::string label;
    if (field.is_repeated())
        label = "repeated ";
    else if (field.real_containing_oneof() != nullptr)
        label = "oneof ";
    else if (field.has_optional_keyword())
        label = "optional ";
    if (field.message_type() != nullptr) return label + field.message_type()->full_name();
    if (field.enum_type() != nullptr) return label + field.enum_type()->full_name();
    return label + field.type_name();
}

void list(const EnumDescriptor& type, std::vector<std::string>& lines) {
    for (int i = 0; i < type.value_count(); ++i) {
        lines.push_back(type.name() + "." + type.value(i)->name() + " " +
                        std::to_string(type.value(i)->number()));
    }
}

void list(const Descriptor& type, std::vector<std::string>& lines) {
    for (int i = 0; i < type.field_count(); ++i) {
        const FieldDescriptor& field = *type.field(i);
        lines.push_back(type.name() + "." + field.name() + " " + std::to_string(field.number()) + " " +
                        type_of(field));
    }
}

std::vector<const FileDescriptor*> files() {
    return {v1::ClockTimes::descriptor()->file(), v1::Alert::descriptor()->file(),
            v1::Event::descriptor()->file(), v1::ClientMessage::descriptor()->file()};
}

std::vector<std::string> current_lines() {
    std::vector<std::string> lines;
    for (const FileDescriptor* file : files()) {
        for (int i = 0; i < file->enum_type_count(); ++i) list(*file->enum_type(i), lines);
        for (int i = 0; i < file->message_type_count(); ++i) {
            EXPECT_EQ(file->message_type(i)->nested_type_count() + file->message_type(i)->enum_type_count(),
                      0)
                << "nested types are not listed: keep them at the top";
            list(*file->message_type(i), lines);
        }
    }
    return lines;
}

std::vector<std::string> locked_lines() {
    std::ifstream in(BOARDBRIDGE_FIELDS_LOCK);
    EXPECT_TRUE(in) << BOARDBRIDGE_FIELDS_LOCK << " cannot be read";
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
        if (!line.empty() && line[0] != '#') lines.push_back(line);
    }
    return lines;
}

/// Gone from the .proto files in good order: number and name are reserved there.
bool is_retired(const std::string& line) {
    std::istringstream words(line);
    std::string name;
    int number = 0;
    words >> name >> number;
    const auto dot = name.find('.');
    for (const FileDescriptor* file : files()) {
        const Descriptor* message = file->FindMessageTypeByName(name.substr(0, dot));
        if (message != nullptr) {
            return message->IsReservedNumber(number) && message->IsReservedName(name.substr(dot + 1));
        }
        const EnumDescriptor* values = file->FindEnumTypeByName(name.substr(0, dot));
        if (values != nullptr)
            return values->IsReservedNumber(number) && values->IsReservedName(name.substr(dot + 1));
    }
    return false;
}

TEST(FieldsLock, NoPublishedNumberEverChanges) {
    const auto lines = current_lines();
    const std::set<std::string> current(lines.begin(), lines.end());
    const auto locked = locked_lines();
    EXPECT_GT(locked.size(), 150U);
    for (const std::string& line : locked) {
        EXPECT_TRUE(current.contains(line) || is_retired(line))
            << "was published as \"" << line
            << "\" and is now something else; numbers, names and types stay, and what is "
            << "taken out leaves its number and name behind as `reserved`";
    }
}

TEST(FieldsLock, NamesEveryFieldAndValue) {
    const auto locked_list = locked_lines();
    const std::set<std::string> locked(locked_list.begin(), locked_list.end());
    EXPECT_EQ(locked.size(), locked_list.size()) << "a line stands there twice";
    std::vector<std::string> missing;
    for (const std::string& line : current_lines()) {
        if (!locked.contains(line)) missing.push_back(line);
    }
    if (std::getenv("BOARDBRIDGE_APPEND_FIELDS") != nullptr) {
        std::ofstream out(BOARDBRIDGE_FIELDS_LOCK, std::ios::app);
        for (const std::string& line : missing) out << line << '\n';
        ASSERT_TRUE(out.flush());
        return;
    }
    for (const std::string& line : missing) {
        ADD_FAILURE() << "new, or changed: \"" << line
                      << "\"; if it is new, append it as this file's head says";
    }
}

}  // namespace
}  // namespace boardbridge::protocol
