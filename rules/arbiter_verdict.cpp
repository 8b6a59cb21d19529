// "Can he still mate by any series of legal moves?": a quick answer where there is one, else a question for
// the worker pool. Also what an arbiter's remark rules. It knows no search of its own.
#include <algorithm>
#include <array>
#include <cctype>

#include "rules/arbiter_state.hpp"

namespace boardbridge::rules {
namespace {

constexpr std::size_t kMostQuestions = 8;

/// The search asks for a legal position; after an illegal move that was played on there may be none.
bool can_be_searched(const Position& p) {
    return p.pieces(Color::White, PieceType::King) != 0 && p.pieces(Color::Black, PieceType::King) != 0 &&
           !p.attacked_king(opposite(p.turn()));
}

/// ASCII and Cyrillic letters in lower case; other bytes as they are.
std::string lowered(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
        if (byte < 0x80) {
            out += static_cast<char>(std::tolower(byte));
        } else if (byte == 0xD0 && next >= 0x90 && next <= 0x9F) {  // А to П
            out += text[i++];
            out += static_cast<char>(next + 0x20);
        } else if (byte == 0xD0 && next >= 0xA0 && next <= 0xAF) {  // Р to Я
            out += static_cast<char>(0xD1);
            out += static_cast<char>(next - 0x20);
            ++i;
        } else {
            out += text[i];
        }
    }
    return out;
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> beginnings) {
    return std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view beginning) {
        return text.substr(0, beginning.size()) == beginning;
    });
}

}  // namespace

Ruling ruling_of(std::string_view remark) {
    const std::size_t begin = remark.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return Ruling::None;
    const std::string text = lowered(remark.substr(begin, 64));
    if (starts_with_any(text, {"excus", "no penalty", "not counted", "entschuldigt", "keine strafe",
                               "без наказания", "не засчит", "извин"})) {
        return Ruling::Excused;
    }
    if (starts_with_any(
            text, {"penal", "illegal", "bestraft", "regelwidrig", "наказан", "засчит", "невозможный ход"})) {
        return Ruling::Penalised;
    }
    return Ruling::None;
}

MateVerdict Arbiter::State::quick_verdict(const Position& position, Color winner) const {
    if (!oracle || !can_be_searched(position)) return MateVerdict::Unknown;
    return oracle(position, winner);
}

void Arbiter::State::ask(std::uint64_t alert, const Position& position, Color winner, MateVerdict quick,
                         Result signalled) {
    if (quick != MateVerdict::Unknown || !can_be_searched(position)) return;
    if (questions.size() >= kMostQuestions) questions.pop_front();
    questions.push_back({{next_question++, position, winner}, alert, signalled, false});
}

void Arbiter::State::verdict(std::uint64_t id, MateVerdict answer, Instant) {
    const auto it = std::find_if(questions.begin(), questions.end(),
                                 [id](const Question& q) { return q.request.id == id; });
    if (it == questions.end()) return;
    const Question question = *it;
    questions.erase(it);
    if (question.alert == 0) {
        if (answer == MateVerdict::Impossible) {
            raise_conflict(ConflictWith::Mate, alert_side(question.request.winner), question.signalled);
        }
        return;
    }
    if (OpenAlert* open = book.find_id(question.alert)) {
        open->alert.evidence.opponent_can_mate = answer;
        book.update(*open);
    }
}

std::optional<VerdictRequest> Arbiter::take_verdict_request() {
    for (Question& question : state_->questions) {
        if (question.taken) continue;
        question.taken = true;
        return question.request;
    }
    return std::nullopt;
}

void Arbiter::verdict(std::uint64_t id, MateVerdict answer, Instant now) { state_->verdict(id, answer, now); }

}  // namespace boardbridge::rules
