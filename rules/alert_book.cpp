// Keeps the open alerts and publishes each change of them once.
#include "rules/alert_book.hpp"

#include <algorithm>
#include <utility>

namespace boardbridge::rules {
namespace {

constexpr std::size_t kLongestText = 512;  // names and remarks come from outside

void shorten(std::string& text) {
    if (text.size() <= kLongestText) return;
    std::size_t end = kLongestText;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;  // not within a character
    text.resize(end);
}

bool same_evidence(const AlertEvidence& a, const AlertEvidence& b) {
    return a.fen_before == b.fen_before && a.fen_after == b.fen_after && a.squares == b.squares &&
           a.move == b.move && a.confidence == b.confidence && a.moves_rebuilt == b.moves_rebuilt &&
           a.presses_seen == b.presses_seen && a.offence == b.offence && a.first_flag == b.first_flag &&
           a.first_flag_source == b.first_flag_source && a.flag_gap == b.flag_gap &&
           a.opponent_can_mate == b.opponent_can_mate && a.plies == b.plies && a.candidates == b.candidates &&
           a.detail == b.detail;
}

/// Clock readings alone are no news.
bool reads_the_same(const Alert& a, const Alert& b) {
    return a.severity == b.severity && a.ply == b.ply && a.article == b.article && a.provides == b.provides &&
           a.text == b.text && same_evidence(a.evidence, b.evidence);
}

}  // namespace

OpenAlert* AlertBook::find(AlertKind kind, AlertSide side, std::uint32_t subject) {
    return find_if([&](const OpenAlert& open) {
        return open.alert.kind == kind && open.alert.side == side && open.subject == subject;
    });
}

OpenAlert* AlertBook::find_id(std::uint64_t id) {
    return find_if([id](const OpenAlert& open) { return open.alert.id == id; });
}

OpenAlert* AlertBook::raise(OpenAlert draft) {
    if (!word(draft)) return nullptr;
    if (OpenAlert* already = find(draft.alert.kind, draft.alert.side, draft.subject)) {
        const bool another_move =
            already->orphan && already->alert.evidence.move != draft.alert.evidence.move;
        if (!another_move) {
            already->orphan = false;
            return already;
        }
        clear(*already, "revised");
    }
    if (open_.size() >= kMostOpen) {
        const auto oldest =
            std::find_if(open_.begin(), open_.end(), [](const OpenAlert& open) { return open.of_game; });
        clear(oldest == open_.end() ? open_.front() : *oldest, "superseded");
    }
    draft.alert.id = next_id_++;
    draft.alert.state = AlertState::Raised;
    shorten(draft.alert.evidence.detail);
    open_.push_back(std::move(draft));
    publish(open_.back());
    return &open_.back();
}

void AlertBook::update(OpenAlert& open) {
    shorten(open.alert.evidence.detail);
    word(open);
    if (reads_the_same(open.published, open.alert)) return;
    open.alert.state = AlertState::Updated;
    publish(open);
}

void AlertBook::clear(OpenAlert& open, std::string_view resolution) {
    open.alert.state = AlertState::Cleared;
    open.alert.evidence.resolution = resolution;
    publish(open);
    const std::uint64_t id = open.alert.id;
    open_.remove_if([id](const OpenAlert& o) { return o.alert.id == id; });
}

void AlertBook::acknowledge(OpenAlert& open, std::string by, std::string remark) {
    shorten(by);
    shorten(remark);
    open.alert.state = AlertState::Acknowledged;
    open.alert.acknowledged_by = std::move(by);
    open.alert.remark = std::move(remark);
    publish(open);
}

}  // namespace boardbridge::rules
