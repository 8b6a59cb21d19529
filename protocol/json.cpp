// See json.hpp. What reflection has to say about a message type is asked once and kept as a plan: its fields
// in the order of their numbers, with their keys ready to print.
#include "protocol/json.hpp"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/timestamp.pb.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace boardbridge::protocol {

namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

struct Plan;
struct PlannedField {
    const FieldDescriptor* field = nullptr;
    std::string key;              ///< "\"gameId\":"
    const Plan* child = nullptr;  ///< of a message field
};
struct Plan {
    bool timestamp = false;
    std::vector<PlannedField> fields;
};

/// Plans are made once per type and live as long as the process.
class Plans {
public:
    const Plan& of(const Descriptor& type) {
        const std::lock_guard lock(mutex_);
        return make(type);
    }

private:
    const Plan& make(const Descriptor& type) {
        const auto [entry, fresh] = plans_.try_emplace(&type);
        if (!fresh) return *entry->second;
        entry->second = std::make_unique<Plan>();
        Plan& plan = *entry->second;
        plan.timestamp = &type == google::protobuf::Timestamp::descriptor();
        for (int i = 0; i < type.field_count(); ++i) {
            const FieldDescriptor* field = type.field(i);
            const Descriptor* child = field->message_type();
            plan.fields.push_back(
                {field, "\"" + field->json_name() + "\":", child != nullptr ? &make(*child) : nullptr});
        }
        std::ranges::sort(plan.fields, {}, [](const PlannedField& f) { return f.field->number(); });
        return plan;
    }

    std::mutex mutex_;
    std::map<const Descriptor*, std::unique_ptr<Plan>> plans_;
};

const Plan& plan_of(const Descriptor& type) {
    static Plans plans;
    thread_local const Descriptor* last_type = nullptr;
    thread_local const Plan* last_plan = nullptr;
    if (last_type != &type) {
        last_plan = &plans.of(type);
        last_type = &type;
    }
    return *last_plan;
}

template <class Number>
void append_number(Number value, std::string& out) {
    std::array<char, 32> text{};
    const auto result = std::to_chars(text.data(), text.data() + text.size(), value);
    out.append(text.data(), result.ptr);
}

void append_text(std::string_view text, std::string& out) {
    constexpr std::string_view kHex = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\r') {
            out += "\\r";
        } else if (c == '\t') {
            out += "\\t";
        } else if (byte < 0x20 || byte == 0x7F) {
            out += "\\u00";
            out += kHex[byte >> 4U];
            out += kHex[byte & 15U];
        } else {
            out += c;
        }
    }
    out += '"';
}

/// JSON has no word for these; proto3-JSON has.
void append_double(double value, std::string& out) {
    if (std::isnan(value))
        out += "\"NaN\"";
    else if (std::isinf(value))
        out += value > 0 ? "\"Infinity\"" : "\"-Infinity\"";
    else
        append_number(value, out);
}

void append_padded(long long value, int width, std::string& out) {
    std::array<char, 24> text{};
    const auto result = std::to_chars(text.data(), text.data() + text.size(), value);
    const auto digits = static_cast<int>(result.ptr - text.data());
    if (digits < width) out.append(static_cast<std::size_t>(width - digits), '0');
    out.append(text.data(), result.ptr);
}

/// RFC 3339 in UTC with 0, 3, 6 or 9 digits of a second.
void append_timestamp(const google::protobuf::Timestamp& time, std::string& out) {
    const std::chrono::sys_seconds seconds{std::chrono::seconds(time.seconds())};
    const auto days = std::chrono::floor<std::chrono::days>(seconds);
    const std::chrono::year_month_day date{days};
    const std::chrono::hh_mm_ss clock{seconds - days};
    out += '"';
    append_padded(static_cast<int>(date.year()), 4, out);
    out += '-';
    append_padded(static_cast<unsigned>(date.month()), 2, out);
    out += '-';
    append_padded(static_cast<unsigned>(date.day()), 2, out);
    out += 'T';
    append_padded(clock.hours().count(), 2, out);
    out += ':';
    append_padded(clock.minutes().count(), 2, out);
    out += ':';
    append_padded(clock.seconds().count(), 2, out);
    const int nanos = time.nanos();
    if (nanos != 0) {
        out += '.';
        if (nanos % 1'000'000 == 0)
            append_padded(nanos / 1'000'000, 3, out);
        else if (nanos % 1'000 == 0)
            append_padded(nanos / 1'000, 6, out);
        else
            append_padded(nanos, 9, out);
    }
    out += "Z\"";
}

void append_enum(const EnumDescriptor& type, int value, std::string& out) {
    const auto* known = type.FindValueByNumber(value);
    if (known != nullptr)
        append_text(known->name(), out);
    else
        append_number(value, out);
}

void append_message(const Message& message, const Plan& plan, std::string& out);

void append_single(const Message& m, const Reflection& r, const PlannedField& planned, std::string& out) {
    const FieldDescriptor* f = planned.field;
    std::string scratch;
    switch (f->cpp_type()) {
        case FieldDescriptor::CPPTYPE_INT32:
            return append_number(r.GetInt32(m, f), out);
        case FieldDescriptor::CPPTYPE_UINT32:
            return append_number(r.GetUInt32(m, f), out);
        case FieldDescriptor::CPPTYPE_INT64:
            return append_text(std::to_string(r.GetInt64(m, f)), out);
        case FieldDescriptor::CPPTYPE_UINT64:
            return append_text(std::to_string(r.GetUInt64(m, f)), out);
        case FieldDescriptor::CPPTYPE_DOUBLE:
            return append_double(r.GetDouble(m, f), out);
        case FieldDescriptor::CPPTYPE_FLOAT:
            return append_double(static_cast<double>(r.GetFloat(m, f)), out);
        case FieldDescriptor::CPPTYPE_BOOL:
            out += r.GetBool(m, f) ? "true" : "false";
            return;
        case FieldDescriptor::CPPTYPE_ENUM:
            return append_enum(*f->enum_type(), r.GetEnumValue(m, f), out);
        case FieldDescriptor::CPPTYPE_STRING:
            return append_text(r.GetStringReference(m, f, &scratch), out);
        case FieldDescriptor::CPPTYPE_MESSAGE:
            return append_message(r.GetMessage(m, f), *planned.child, out);
    }
}

/// The package repeats messages, texts and uint32; a test over all descriptors holds it to that.
void append_element(const Message& m, const Reflection& r, const PlannedField& planned, int i,
                    std::string& out) {
    const FieldDescriptor* f = planned.field;
    std::string scratch;
    if (f->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
        append_message(r.GetRepeatedMessage(m, f, i), *planned.child, out);
    } else if (f->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
        append_text(r.GetRepeatedStringReference(m, f, i, &scratch), out);
    } else {
        append_number(r.GetRepeatedUInt32(m, f, i), out);
    }
}

void append_field(const Message& m, const Reflection& r, const PlannedField& planned, bool& first,
                  std::string& out) {
    const int count = planned.field->is_repeated() ? r.FieldSize(m, planned.field) : 0;
    if (planned.field->is_repeated() ? count == 0 : !r.HasField(m, planned.field)) return;
    if (!first) out += ',';
    first = false;
    out += planned.key;
    if (!planned.field->is_repeated()) return append_single(m, r, planned, out);
    out += '[';
    for (int i = 0; i < count; ++i) {
        if (i > 0) out += ',';
        append_element(m, r, planned, i, out);
    }
    out += ']';
}

void append_message(const Message& message, const Plan& plan, std::string& out) {
    if (plan.timestamp) {
        append_timestamp(static_cast<const google::protobuf::Timestamp&>(message), out);
        return;
    }
    const Reflection& reflection = *message.GetReflection();
    out += '{';
    bool first = true;
    for (const PlannedField& planned : plan.fields) append_field(message, reflection, planned, first, out);
    out += '}';
}

}  // namespace

void append_json(const Message& message, std::string& out) {
    append_message(message, plan_of(*message.GetDescriptor()), out);
}

}  // namespace boardbridge::protocol
