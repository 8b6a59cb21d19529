// From the facts of an alert to its severity, article and sentences. It decides nothing about when an alert
// is raised. Sources: laws.hpp for the rows, laws-and-alerts section 2 for what each provides.
#include <string>
#include <utility>
#include <vector>

#include "rules/laws.hpp"
#include "rules/messages.hpp"
#include "rules/open_alert.hpp"

namespace boardbridge::rules {
namespace {

using enum MessageId;

using Sentences = std::vector<Message>;

long long side_number(AlertSide side) { return side == AlertSide::Black ? 1 : 0; }

class Worder {
public:
    explicit Worder(OpenAlert& open)
        : open_(open),
          alert_(open.alert),
          facts_(open.facts),
          under_(open.under),
          side_(side_number(alert_.side)) {}

    bool word() {
        const LawRow* row = find_law(alert_.kind, under_.laws, under_.play, under_.supervision);
        if (row == nullptr) return false;
        alert_.laws = under_.laws;
        alert_.severity = row->severity;
        alert_.article = row->article;
        provide(row->provides);
        if (!facts_.article.empty()) alert_.article = facts_.article;
        alert_.provides = format(under_.language, provides_);
        alert_.text = format(under_.language, what_happened(open_));
        return true;
    }

private:
    void say(MessageId id, std::vector<MessageArgument> arguments = {}) {
        provides_.push_back({id, std::move(arguments)});
    }

    // --- what the article provides ---

    /// Time for the opponent, or the end of the game, by the count of this player's illegal moves.
    void say_penalty() {
        const IllegalMoveRule rule = illegal_move_rule(under_.laws, under_.play, under_.supervision);
        const long long offence = alert_.evidence.offence.value_or(1);
        if (offence < rule.loses_at) {
            say(PIllegalTime, {side_, static_cast<long long>(rule.minutes), offence,
                               static_cast<long long>(rule.loses_at)});
            if (rule.uncertain) say(PPenaltyUncertain);
            if (rule.as_announced) say(PPenaltyAnnounced);
            return;
        }
        say(by_verdict(PIllegalLost, PIllegalLostUnless, PIllegalDrawn), {side_, offence});
    }

    void say_press() {
        const IllegalMoveRule rule = illegal_move_rule(under_.laws, under_.play, under_.supervision);
        const long long offence = alert_.evidence.offence.value_or(1);
        if (offence >= rule.loses_at) {
            say(PPressIfDeliberateLost, {side_, offence});
        } else {
            say(PPressIfDeliberate, {side_, static_cast<long long>(rule.minutes), offence,
                                     static_cast<long long>(rule.loses_at)});
            if (rule.uncertain) say(PPenaltyUncertain);
        }
        if (claim_limit(under_.laws, under_.play, under_.supervision)) say(PUntilReply, {side_});
    }

    MessageId by_verdict(MessageId possible, MessageId unknown, MessageId impossible) const {
        switch (alert_.evidence.opponent_can_mate) {
            case MateVerdict::Unknown:
                return unknown;
            case MateVerdict::Possible:
                return possible;
            case MateVerdict::Impossible:
                return impossible;
        }
        return unknown;
    }

    MessageId blitz_claim() const {
        return by_verdict(PIllegalClaimBlitz, PIllegalClaimBlitz, PIllegalClaimBlitzDraw);
    }

    void say_first_flag() {
        say(by_verdict(PFirstLoses, PFirstLosesUnless, PFirstDrawn),
            {side_number(alert_.evidence.first_flag)});
    }

    /// Nobody can tell which flag was first (2009 6.11; III.3.1).
    void say_first_unknown() {
        if (!facts_.last_period) {
            say(PPlayOnOrDrawn);
        } else {
            say(*facts_.last_period ? PDrawn : PPlayOn);
        }
    }

    void say_flag() {
        say(by_verdict(PFlagLost, PFlagLostUnless, PFlagDrawn), {side_});
        if (facts_.needed > 0) {
            say(PPeriodAsks, {static_cast<long long>(facts_.needed),
                              static_cast<long long>(alert_.evidence.moves_rebuilt.value_or(0)),
                              static_cast<long long>(alert_.evidence.presses_seen.value_or(0))});
        }
    }

    void say_both_flags() {
        if (alert_.evidence.first_flag != AlertSide::None) {
            say_first_flag();
        } else if (under_.guideline_3 && under_.play != Play::Blitz) {
            alert_.article = "III.3.1";
            say_first_unknown();
        } else {
            say(PMarkDecides);
        }
    }

    /// The watch of A.4.4: wait, or drawn once it outlived a move. Other provisions do not survive into a
    /// draw.
    void say_wait() {
        if (facts_.survived) alert_.severity = Severity::Action;
        say(facts_.survived ? PDrawn : PWaitNextMove);
    }

    void say_wrong_start() {
        if (facts_.variant) {
            alert_.article = under_.laws == Edition::Fide2009 ? "7.1b" : "7.2.2";
            say(PTransferPosition);
        } else {
            say(PNewGame);
        }
        if (facts_.count == 0) alert_.severity = Severity::Watch;  // nothing is played yet: put it right
    }

    void say_within_limit(MessageId within, MessageId too_late) {
        const int limit = claim_limit(under_.laws, under_.play, under_.supervision).value_or(0);
        const bool over = facts_.count >= 2 * limit;
        if (over) alert_.severity = Severity::Note;
        if (alert_.kind == AlertKind::WrongStartPosition && facts_.count == 0)
            alert_.severity = Severity::Watch;
        if (facts_.variant && !over && alert_.kind == AlertKind::WrongStartPosition) {
            say(PTransferPosition);
            return;
        }
        say(over ? too_late : within, {static_cast<long long>(limit)});
        if (over && alert_.kind == AlertKind::WrongStartPosition && !facts_.variant) {
            say(under_.laws == Edition::Fide2009 ? PNoCastlingSwapped : PNoCastlingMisplaced);
        }
    }

    void say_touch(bool on_claim) {
        if (facts_.variant) {
            alert_.article = under_.laws == Edition::Fide2009 ? "4.4b" : "4.4.2";
            say(PTouchRook);
        } else {
            say(PTouchMove);
        }
        if (on_claim) {
            alert_.article = "A4(b)";
            say(POnClaimOnly);
        }
    }

    void say_conflict() {
        switch (facts_.conflict) {
            case ConflictWith::Board:
                say(PResultByMate);
                break;
            case ConflictWith::Mate:
                alert_.article = "5.1.2";
                say(PDrawn);
                break;
            case ConflictWith::Flag:
                alert_.article = "6.9";
                say(PResultByArbiter);
                break;
            case ConflictWith::IllegalMove:
                alert_.article = under_.laws == Edition::Fide2009 ? "7.4" : "7.5.5";
                say(PResultByArbiter);
                break;
            case ConflictWith::StillIllegal:
                alert_.article = under_.laws == Edition::Fide2018 ? "A.4.4" : "A.5.4";
                say(PDrawn);
                break;
        }
    }

    void provide(Provides what) {
        switch (what) {
            case Provides::Nothing:
                break;
            case Provides::IllegalMove:
                say_penalty();
                break;
            case Provides::IllegalMoveUntilReply:
                if (facts_.stands) {
                    alert_.severity = Severity::Note;
                    say(PStands);
                } else {
                    say_penalty();
                    say(PUntilReply, {side_});
                }
                break;
            case Provides::ClaimRapid:
            case Provides::ClaimBlitz:
                if (facts_.stands) {
                    alert_.severity = Severity::Note;
                    say(PStands);
                } else if (what == Provides::ClaimBlitz) {
                    say(blitz_claim(), {side_});
                } else {
                    say(PClaimBeforeMove, {side_});
                    say_penalty();
                }
                break;
            case Provides::WaitNextMove:
                say_wait();
                break;
            case Provides::Intervene:
                say(PIntervene);
                say_penalty();
                break;
            case Provides::NoIntervention:
                say(PNoIntervention);
                say(blitz_claim(), {side_});
                break;
            case Provides::Restore:
                say(PRestore);
                break;
            case Provides::Promotion:
                say(PPawnBecomesQueen);
                say_penalty();
                break;
            case Provides::PressIfDeliberate:
                say_press();
                break;
            case Provides::PressNotListed:
                say(PPressNotListed);
                break;
            case Provides::Flag:
                say_flag();
                break;
            case Provides::FlagOnClaim:
                say(PFlagOnClaim, {side_});
                say(by_verdict(PFlagLost, PFlagLostUnless, PFlagDrawn), {side_});
                break;
            case Provides::BothFlags611:
                if (alert_.evidence.first_flag != AlertSide::None) {
                    say_first_flag();
                } else {
                    say_first_unknown();
                }
                break;
            case Provides::BothFlagsDrawn:
                say(PBothFlagsDrawn);
                break;
            case Provides::BothFlagsFirstLoses:
                say_both_flags();
                break;
            case Provides::BothFlagsNoClaims:
                say(PNoClaims);
                if (alert_.evidence.first_flag != AlertSide::None) {
                    say_first_flag();
                } else {
                    say(PMarkDecides);
                }
                break;
            case Provides::FlagMark:
                say(PMarkMeans, {side_});
                break;
            case Provides::MayClaimDraw:
                say(PMayClaimDraw, {alert_.side == AlertSide::Both ? 2LL : side_,
                                    static_cast<long long>(wrong_claim_minutes(under_.laws, under_.play))});
                break;
            case Provides::DrawnAtOnce:
                say(PDrawnAtOnce);
                break;
            case Provides::Quickplay10:
                say(PQuickplay10);
                break;
            case Provides::Guideline3:
                say(PGuideline3);
                break;
            case Provides::NewGame:
                say_wrong_start();
                break;
            case Provides::ClaimWithinLimit:
                say_within_limit(PClaimWithin, PTooLate);
                break;
            case Provides::TouchMove:
                say_touch(false);
                break;
            case Provides::TouchOnClaim:
                say_touch(true);
                break;
            case Provides::SetClock:
                say(PSetClock);
                break;
            case Provides::SetClockWithinLimit:
                say_within_limit(PSetClockWithin, PSetClockTooLate);
                break;
            case Provides::ReplaceClock:
                say(PReplaceClock);
                break;
            case Provides::MayStopOnly:
                say(PMayStopOnly);
                break;
            case Provides::StopClocks:
                say(PStopClocks);
                break;
            case Provides::CheckScores:
                say(PCheckScores);
                break;
            case Provides::ResultConflict:
                say_conflict();
                break;
            case Provides::FiveRequests:
                say(PFiveRequests);
                break;
        }
    }

    const OpenAlert& open_;
    Alert& alert_;
    const AlertFacts& facts_;
    const Circumstances& under_;
    long long side_;
    Sentences provides_;
};

}  // namespace

bool word(OpenAlert& open) { return Worder(open).word(); }

}  // namespace boardbridge::rules
