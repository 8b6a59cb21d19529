// Every value of every enum on the wire has its place in the domain and comes back as itself. A value that is
// added to the .proto files alone fails here; one that is added to the domain alone fails to compile.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>

#include "protocol/wire.hpp"
#include "rules/outcome.hpp"

namespace boardbridge::protocol {
namespace {

using google::protobuf::EnumDescriptor;

template <class Domain, class Wire>
int there_and_back(int number) {
    Complaints complaints;
    const auto domain = enum_from_wire<Domain>(static_cast<Wire>(number), "value", complaints);
    return complaints.any() ? -1 : static_cast<int>(to_wire(domain));
}

int side(int number) {
    Complaints complaints;
    const auto domain = side_from_wire(static_cast<wire::Side>(number), "side", complaints);
    return complaints.any() ? -1 : static_cast<int>(to_wire(domain));
}

int verdict(int number) {
    Complaints complaints;
    const auto domain = verdict_from_wire(static_cast<wire::MateVerdict>(number), "verdict", complaints);
    return complaints.any() ? -1 : static_cast<int>(to_wire(domain));
}

const std::map<std::string, std::function<int(int)>> kEnums = {
    {"Side", side},
    {"MateVerdict", verdict},
    {"AlertKind", there_and_back<rules::AlertKind, wire::AlertKind>},
    {"AlertState", there_and_back<rules::AlertState, wire::AlertState>},
    {"Severity", there_and_back<rules::Severity, wire::Severity>},
    {"RevisionReason", there_and_back<rules::RevisionReason, wire::RevisionReason>},
    {"DeviceState", there_and_back<rules::DeviceState, wire::DeviceState>},
    {"CommandStatus", there_and_back<CommandStatus, wire::CommandStatus>},
    {"CloseReason", there_and_back<CloseReason, wire::CloseReason>},
};

std::string upper_snake(const std::string& camel) {
    std::string snake;
    for (const char c : camel) {
        if (c >= 'A' && c <= 'Z' && !snake.empty()) snake += '_';
        snake += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    }
    return snake;
}

void check_enum(const EnumDescriptor& type) {
    SCOPED_TRACE(type.name());
    const auto check = kEnums.find(type.name());
    ASSERT_NE(check, kEnums.end()) << "no conversion is known to this test";
    EXPECT_EQ(type.FindValueByNumber(0)->name(), upper_snake(type.name()) + "_UNSPECIFIED");
    for (int i = 0; i < type.value_count(); ++i) {
        EXPECT_TRUE(type.value(i)->name().starts_with(upper_snake(type.name()) + "_"))
            << type.value(i)->name();
        const int number = type.value(i)->number();
        if (number != 0) {
            EXPECT_EQ(check->second(number), number) << type.value(i)->name();
        }
    }
    EXPECT_EQ(check->second(9999), -1) << "a number that no version knows";
}

TEST(Enums, EveryValueOfTheWireComesBackAsItself) {
    std::size_t seen = 0;
    for (const auto* file :
         {wire::Event::descriptor()->file(), wire::Alert::descriptor()->file(),
          wire::ClockTimes::descriptor()->file(), wire::ClientMessage::descriptor()->file()}) {
        for (int i = 0; i < file->enum_type_count(); ++i, ++seen) check_enum(*file->enum_type(i));
    }
    EXPECT_EQ(seen, kEnums.size());
}

TEST(Enums, ZeroIsNoValueOfAClosedSet) {
    Complaints complaints;
    enum_from_wire<rules::AlertKind>(wire::ALERT_KIND_UNSPECIFIED, "kind", complaints);
    ASSERT_TRUE(complaints.any());
    EXPECT_EQ(complaints.first().kind, ParseErrorKind::Malformed);
    EXPECT_EQ(complaints.first().text, "kind: expected a value other than 0");
}

TEST(Enums, ResultsAndTerminationsAreTheTextsOfTheRules) {
    int results = 0;
    for (std::uint8_t i = 0; !wire_text(static_cast<rules::Result>(i)).empty(); ++i, ++results) {
        const auto result = static_cast<rules::Result>(i);
        Complaints complaints;
        EXPECT_EQ(wire_text(result), rules::to_string(result));
        EXPECT_EQ(text_from_wire<rules::Result>(wire_text(result), "result", complaints), result);
        EXPECT_FALSE(complaints.any());
    }
    EXPECT_EQ(results, 9);
    int terminations = 0;
    for (std::uint8_t i = 0; !wire_text(static_cast<rules::Termination>(i)).empty(); ++i, ++terminations) {
        const auto termination = static_cast<rules::Termination>(i);
        Complaints complaints;
        EXPECT_EQ(wire_text(termination), rules::to_string(termination));
        EXPECT_EQ(text_from_wire<rules::Termination>(wire_text(termination), "termination", complaints),
                  termination);
        EXPECT_FALSE(complaints.any());
    }
    EXPECT_EQ(terminations, 16);
}

TEST(Enums, AlertKindsAreNamedAsTheRulesNameThem) {
    const auto& kinds = *wire::AlertKind_descriptor();
    for (int number = 1; number < kinds.value_count(); ++number) {
        Complaints complaints;
        const auto kind =
            enum_from_wire<rules::AlertKind>(static_cast<wire::AlertKind>(number), "kind", complaints);
        EXPECT_EQ("ALERT_KIND_" + std::string(rules::to_string(kind)),
                  kinds.FindValueByNumber(number)->name());
    }
}

TEST(Enums, EditionsAreTheTextsOfTheConfiguration) {
    EXPECT_EQ(wire_text(rules::Edition::Fide2009), "fide-2009");
    EXPECT_EQ(wire_text(rules::Edition::Fide2018), "fide-2018");
    EXPECT_EQ(wire_text(rules::Edition::Fide2023), "fide-2023");
    Complaints complaints;
    text_from_wire<rules::Edition>("fide-1997", "laws", complaints);
    EXPECT_TRUE(complaints.any());
}

TEST(Enums, CloseReasonsAndStatusesHaveTheNamesOfTheContract) {
    EXPECT_EQ(to_string(CloseReason::CursorTooOld), "CURSOR_TOO_OLD");
    EXPECT_EQ(to_string(CloseReason::Unauthenticated), "UNAUTHENTICATED");
    EXPECT_EQ(to_string(CloseReason::ShuttingDown), "SHUTTING_DOWN");
    EXPECT_EQ(to_string(CommandStatus::NotFound), "NOT_FOUND");
}

}  // namespace
}  // namespace boardbridge::protocol
