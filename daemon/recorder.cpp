// The ring of line bytes; see the header.
#include "daemon/recorder.hpp"

#include <algorithm>

namespace boardbridge::daemon {

namespace {

constexpr std::size_t kBlockSize = 32 * 1024;

using std::chrono::duration_cast;
using std::chrono::milliseconds;

void put_varint(std::vector<std::byte>& out, std::uint64_t value) {
    while (value >= 0x80) {
        out.push_back(static_cast<std::byte>(value | 0x80U));
        value >>= 7U;
    }
    out.push_back(static_cast<std::byte>(value));
}

std::uint64_t get_varint(const std::vector<std::byte>& in, std::size_t& offset) {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        const auto byte = std::to_integer<std::uint64_t>(in[offset++]);
        value |= (byte & 0x7fU) << shift;
        if (byte < 0x80) return value;
    }
}

}  // namespace

void Recorder::add(const std::string& line, drivers::Direction direction, std::span<const std::byte> bytes,
                   Instant at) {
    if (bytes.empty() || bounds_.keep.count() == 0) return;
    drop_old(at);
    Block& block = block_for(bytes.size() + 16, at);
    put_varint(block.data, static_cast<std::uint64_t>(duration_cast<milliseconds>(at - block.first).count()));
    put_varint(block.data, number(line));
    put_varint(block.data, (bytes.size() << 1U) | (direction == drivers::Direction::Tx ? 1U : 0U));
    block.data.insert(block.data.end(), bytes.begin(), bytes.end());
    block.last = at;
}

void Recorder::set_driver(const std::string& line, const std::string& driver) { drivers_[line] = driver; }

std::uint32_t Recorder::number(const std::string& line) {
    const auto [found, is_new] = number_of_.try_emplace(line, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(line);
    return found->second;
}

Recorder::Block& Recorder::block_for(std::size_t size, Instant at) {
    if (blocks_.empty() || blocks_.back().data.size() + size > kBlockSize || at < blocks_.back().first) {
        blocks_.push_back(Block{{}, at, at});
        blocks_.back().data.reserve(std::max(kBlockSize, size));
    }
    return blocks_.back();
}

void Recorder::drop_old(Instant now) {
    const std::size_t most = std::max<std::size_t>(bounds_.bytes / kBlockSize, 1);
    while (!blocks_.empty() && (blocks_.size() > most || blocks_.front().last + bounds_.keep < now)) {
        blocks_.pop_front();
        ++first_block_;
    }
}

std::size_t Recorder::bytes() const {
    std::size_t sum = 0;
    for (const Block& block : blocks_) sum += block.data.capacity();
    return sum;
}

const Recorder::Block* Recorder::block(std::uint64_t number) const {
    if (number < first_block_ || number >= first_block_ + blocks_.size()) return nullptr;
    return &blocks_[static_cast<std::size_t>(number - first_block_)];
}

Recorder::Entry Recorder::entry_at(const Block& block, std::size_t offset) {
    Entry entry;
    entry.at = block.first + milliseconds(get_varint(block.data, offset));
    entry.line = static_cast<std::uint32_t>(get_varint(block.data, offset));
    const std::uint64_t size = get_varint(block.data, offset);
    entry.direction = (size & 1U) != 0 ? drivers::Direction::Tx : drivers::Direction::Rx;
    entry.bytes = std::span(block.data).subspan(offset, static_cast<std::size_t>(size >> 1U));
    entry.end = offset + entry.bytes.size();
    return entry;
}

Recorder::Cursor Recorder::find(Instant since) const {
    for (std::uint64_t number = first_block_; const Block* found = block(number); ++number) {
        if (found->last < since) continue;
        std::size_t offset = 0;
        while (offset < found->data.size()) {
            const Entry entry = entry_at(*found, offset);
            if (entry.at >= since) return {number, offset};
            offset = entry.end;
        }
    }
    if (blocks_.empty()) return {first_block_, 0};
    return {first_block_ + blocks_.size() - 1, blocks_.back().data.size()};
}

std::optional<Instant> Recorder::time_at(const Cursor& cursor) const {
    const Block* found = block(cursor.block);
    if (found == nullptr || cursor.offset >= found->data.size()) return std::nullopt;
    return entry_at(*found, cursor.offset).at;
}

std::string Recorder::header(drivers::CaptureTime started, const std::string& who,
                             const std::string& line) const {
    drivers::CaptureHeader header;
    header.fields.emplace_back("started", drivers::to_rfc3339(started));
    header.fields.emplace_back("who", who);
    for (const auto& [name, driver] : drivers_) {
        if (line.empty() || line == name) header.fields.emplace_back("line." + name + ".driver", driver);
    }
    std::string text;
    drivers::append_capture_header(text, header);
    return text;
}

Recorder::Piece Recorder::read(Cursor& cursor, const std::string& line, Instant start,
                               std::size_t most) const {
    Piece piece;
    if (cursor.block < first_block_) {
        piece.missed = true;
        cursor = {first_block_, 0};
    }
    while (piece.text.size() < most) {
        const Block* current = block(cursor.block);
        if (current == nullptr) break;
        if (cursor.offset >= current->data.size()) {
            if (block(cursor.block + 1) == nullptr) break;
            cursor = {cursor.block + 1, 0};
            continue;
        }
        const Entry entry = entry_at(*current, cursor.offset);
        cursor.offset = entry.end;
        const std::string& name = names_[entry.line];
        if (!line.empty() && line != name) continue;
        const auto offset = std::max(duration_cast<milliseconds>(entry.at - start), milliseconds(0));
        drivers::append_capture_record(piece.text, offset, name, entry.direction, entry.bytes);
    }
    piece.at_end = at_end(cursor);
    return piece;
}

bool Recorder::at_end(const Cursor& cursor) const {
    if (blocks_.empty()) return true;
    const std::uint64_t last = first_block_ + blocks_.size() - 1;
    return cursor.block > last || (cursor.block == last && cursor.offset >= blocks_.back().data.size());
}

}  // namespace boardbridge::daemon
