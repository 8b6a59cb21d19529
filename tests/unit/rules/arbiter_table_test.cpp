// Wrong arrays, touched pieces, requests to see the score, devices, the service, acknowledging, languages:
// laws-and-alerts sections 2, 4; contract sections 4, 6.
#include "referee.hpp"
#include "rules/laws.hpp"
#include "rules/placement.hpp"

namespace boardbridge::rules::test {
namespace {

using Life = std::vector<std::string>;
using enum AlertKind;

const char* const kSwapped = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR";

WrongStart swapped_king_and_queen(int plies) {
    return {parse_fen_placement(kSwapped).value(), bit(Square::D1) | bit(Square::E1), false, plies, false};
}

TEST(ArbiterArray, BeforeTheFirstMoveItIsAWatchAndGoesWhenPutRight) {
    Referee r;
    r.arbiter.observe(swapped_king_and_queen(0), r.now);
    const auto alert = r.open(WrongStartPosition);
    ASSERT_TRUE(alert);
    EXPECT_EQ(alert->severity, Severity::Watch);
    EXPECT_EQ(alert->text, "The start position is wrong on d1, e1, before the first move.");
    EXPECT_EQ(alert->game_id, "");
    r.arbiter.observe(WrongStart{{}, 0, false, 0, true}, r.now);
    EXPECT_EQ(r.life(WrongStartPosition), (Life{"RAISED WATCH", "CLEARED WATCH put right"}));
}

TEST(ArbiterArray, TheGameFromAWrongArrayInEveryCase) {
    for (const Case& c : all_cases()) {
        SCOPED_TRACE(name_of(c));
        Referee r(settings_of(c));
        r.start(std::string(kSwapped) + " w kq - 0 1");
        r.arbiter.observe(swapped_king_and_queen(0), r.now);
        EXPECT_EQ(r.open(WrongStartPosition)->severity, Severity::Watch);
        r.move("Nf3");
        EXPECT_EQ(r.open(WrongStartPosition)->severity, Severity::Action);
        r.moves("Nf6 Nc3 Nc6 Rb1");
        EXPECT_EQ(r.open(WrongStartPosition)->severity, Severity::Action);
        r.move("Rb8");
        const bool limited = c.play != Play::Standard && c.supervision == Supervision::Partial;
        const bool three = limited && c.laws == Edition::Fide2009;
        EXPECT_EQ(r.open(WrongStartPosition)->severity, three ? Severity::Note : Severity::Action);
        r.moves("a3 a6 b3 b6 d3 d6 e3 e6 g3 g6 h3 h6 a4");
        EXPECT_EQ(r.open(WrongStartPosition)->severity, three ? Severity::Note : Severity::Action);
        r.move("a5");
        const auto alert = r.open(WrongStartPosition);
        EXPECT_EQ(alert->severity, limited ? Severity::Note : Severity::Action);
        if (!limited) {
            EXPECT_EQ(alert->article, c.laws == Edition::Fide2009 ? "7.1a" : "7.2.1");
            EXPECT_EQ(alert->provides, "The game is cancelled and a new one is played.");
        } else if (three) {
            EXPECT_EQ(alert->provides,
                      "Both players have completed 3 moves: no claim any more, the game goes on. If king and "
                      "queen were "
                      "swapped, that king may not castle.");
        } else {
            EXPECT_EQ(alert->article, c.laws == Edition::Fide2018 ? "A.4.1" : "A.5.1");
            EXPECT_EQ(alert->provides,
                      "Both players have completed 10 moves: no claim any more, the game goes on. A "
                      "misplaced king may not "
                      "castle; with a misplaced rook there is no castling.");
        }
    }
}

TEST(ArbiterArray, SurvivesTheStartOfTheGameThatIsPlayedFromItOnly) {
    Referee r;
    r.arbiter.observe(swapped_king_and_queen(0), r.now);
    r.start(std::string(kSwapped) + " w kq - 0 1");
    EXPECT_TRUE(r.open(WrongStartPosition));
    r.start();
    EXPECT_EQ(r.life(WrongStartPosition).back(), "CLEARED WATCH new game");
}

TEST(ArbiterArray, ABoardTurnedByAQuarter) {
    for (const auto& [c, article] :
         {std::pair{Case{Edition::Fide2009, Play::Standard, Supervision::Full}, "7.1b"},
          std::pair{Case{Edition::Fide2023, Play::Standard, Supervision::Full}, "7.2.2"}}) {
        Referee r(settings_of(c));
        r.arbiter.observe(WrongStart{parse_fen_placement(kSwapped).value(), ~Bitboard{0}, true, 4, false},
                          r.now);
        EXPECT_EQ(r.open(WrongStartPosition)->article, article);
        EXPECT_EQ(r.open(WrongStartPosition)->provides,
                  "The game goes on; the position is moved to a board that is placed correctly.");
        EXPECT_EQ(r.open(WrongStartPosition)->text,
                  "The board is turned by a quarter: no white square at the players' right, after 4 plies.");
    }
}

TEST(ArbiterTouch, ANoteUntilTheOpponentHasMoved) {
    for (const Case& c : all_cases()) {
        SCOPED_TRACE(name_of(c));
        Referee r(settings_of(c));
        r.start();
        r.move("Nf3");
        r.arbiter.observe(TouchNote{Color::White, 1, Square::B1, Piece::WhiteKnight, false}, r.now);
        const auto alert = r.open(TouchMove);
        ASSERT_TRUE(alert);
        EXPECT_EQ(alert->severity, Severity::Note);
        EXPECT_EQ(alert->text, "White first lifted the knight on b1 and then played Nf3.");
        const bool on_claim =
            c.laws == Edition::Fide2009 && c.play != Play::Standard && c.supervision == Supervision::Partial;
        EXPECT_EQ(alert->article, on_claim ? "A4(b)" : "4.3");
        r.move("e5");
        EXPECT_EQ(r.life(TouchMove).back(), "CLEARED NOTE opponent moved");
    }
}

TEST(ArbiterTouch, RookBeforeKing) {
    for (const auto& [e, article] :
         {std::pair{Edition::Fide2009, "4.4b"}, std::pair{Edition::Fide2023, "4.4.2"}}) {
        Referee r(settings_of({e, Play::Standard, Supervision::Full}));
        r.start("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
        r.move("O-O");
        r.arbiter.observe(TouchNote{Color::Black, 1, Square::H8, Piece::BlackRook, true}, r.now);
        EXPECT_EQ(r.open(TouchMove)->article, article);
        EXPECT_EQ(r.open(TouchMove)->text,
                  "Black castled with the rook on h8 touched before the king (O-O).");
    }
}

TEST(ArbiterScore, TheSixthRequestIsAnAlertWhereTheLimitExists) {
    for (const Case& c : all_cases()) {
        SCOPED_TRACE(name_of(c));
        Referee r(settings_of(c));
        r.start();
        for (int i = 0; i < 5; ++i) {
            r.arbiter.score_requested(Color::Black, r.now);
            r.arbiter.score_requested(Color::White, r.now);
        }
        EXPECT_EQ(r.raised(ScoreRequests), 0);
        r.arbiter.score_requested(Color::Black, r.now);
        const bool limited =
            c.laws != Edition::Fide2009 && c.play != Play::Standard && c.supervision == Supervision::Full;
        EXPECT_EQ(r.raised(ScoreRequests), limited ? 1 : 0);
        r.arbiter.score_requested(Color::Black, r.now);
        EXPECT_EQ(r.of(ScoreRequests).size(), limited ? 2U : 0U);
        if (limited) {
            EXPECT_EQ(r.open(ScoreRequests)->text, "Black has asked for the score 7 times.");
        }
        r.start();
        r.arbiter.score_requested(Color::Black, r.now);
        EXPECT_FALSE(r.open(ScoreRequests));
    }
}

DeviceChanged board(DeviceState state, int address = 1025) {
    DeviceChanged d;
    d.line = "bus-a";
    d.address = address;
    d.state = state;
    d.serial = "01025";
    return d;
}

TEST(ArbiterDevice, SilentLostAndBack) {
    Referee r;
    r.arbiter.device_changed(board(DeviceState::Active), r.now);
    r.arbiter.device_changed(board(DeviceState::Silent), r.now);
    r.arbiter.device_changed(board(DeviceState::Silent), r.now);
    EXPECT_EQ(r.life(DeviceSilent), (Life{"RAISED WATCH"}));
    EXPECT_EQ(r.open(DeviceSilent)->text, "bus-a/1025 (01025) does not answer.");
    DeviceChanged lost = board(DeviceState::Lost);
    lost.detail = "port /dev/ttyUSB0: no such device";
    r.arbiter.device_changed(lost, r.now);
    EXPECT_EQ(r.life(DeviceSilent).back(), "CLEARED WATCH lost");
    EXPECT_EQ(r.open(DeviceLost)->text, "bus-a/1025 (01025) is lost: port /dev/ttyUSB0: no such device.");
    EXPECT_EQ(r.open(DeviceLost)->article, "");
    r.arbiter.device_changed(board(DeviceState::Connecting), r.now);
    EXPECT_TRUE(r.open(DeviceLost));
    r.start();
    EXPECT_TRUE(r.open(DeviceLost));
    r.arbiter.device_changed(board(DeviceState::Active), r.now);
    EXPECT_TRUE(r.arbiter.open_alerts().empty());
}

TEST(ArbiterDevice, EachBoardByItself) {
    Referee r;
    r.arbiter.device_changed(board(DeviceState::Lost, 1), r.now);
    r.arbiter.device_changed(board(DeviceState::Lost, 2), r.now);
    EXPECT_EQ(r.raised(DeviceLost), 2);
    r.arbiter.device_changed(board(DeviceState::Active, 1), r.now);
    ASSERT_EQ(r.arbiter.open_alerts().size(), 1U);
    EXPECT_EQ(r.arbiter.open_alerts()[0].text, "bus-a/2 (01025) is lost: -.");
}

TEST(ArbiterDevice, BatteryLowOnceUntilChargedAgain) {
    Referee r;
    const auto at = [&](int percent, bool charging = false) {
        DeviceChanged d = board(DeviceState::Active);
        d.battery_percent = percent;
        d.charging = charging;
        r.arbiter.device_changed(d, r.now);
    };
    at(16);
    EXPECT_TRUE(r.seen.empty());
    at(15);
    at(14);
    at(17);  // no flapping at the limit
    at(15);
    EXPECT_EQ(r.life(BatteryLow), (Life{"RAISED NOTE"}));
    EXPECT_EQ(r.open(BatteryLow)->text, "The battery of bus-a/1025 (01025) is at 15 %.");
    at(15, true);
    EXPECT_EQ(r.life(BatteryLow).back(), "CLEARED NOTE charging");
}

TEST(ArbiterDevice, ServiceDegraded) {
    Referee r;
    r.arbiter.service_degraded(true, "the journal cannot be written", r.now);
    r.arbiter.service_degraded(true, "the journal cannot be written", r.now);
    EXPECT_EQ(r.life(ServiceDegraded), (Life{"RAISED WATCH"}));
    r.arbiter.service_degraded(false, "", r.now);
    EXPECT_EQ(r.life(ServiceDegraded).back(), "CLEARED WATCH restored");
}

TEST(ArbiterLife, AcknowledgedStaysOpenUntilCleared) {
    Referee r;
    r.start();
    r.arbiter.observe(TrackingLost{LossKind::Mismatch, 1, {}}, r.now);
    const auto id = r.open(BoardMismatch)->id;
    EXPECT_TRUE(r.arbiter.acknowledge(id, "NN", "looking", r.now));
    EXPECT_EQ(r.seen.back().state, AlertState::Acknowledged);
    EXPECT_EQ(r.open(BoardMismatch)->acknowledged_by, "NN");
    EXPECT_EQ(r.open(BoardMismatch)->remark, "looking");
    r.arbiter.observe(TrackingResumed{LossKind::Mismatch}, r.now);
    EXPECT_EQ(r.life(BoardMismatch),
              (Life{"RAISED WATCH", "ACKNOWLEDGED WATCH", "CLEARED WATCH fits again"}));
    EXPECT_FALSE(r.arbiter.acknowledge(id, "NN", "", r.now));
}

TEST(ArbiterLife, IdsAscendAndGoOnFromWhereTheyAreTold) {
    Referee r;
    r.arbiter.number_alerts_from(500);
    r.arbiter.device_changed(board(DeviceState::Lost, 1), r.now);
    r.arbiter.number_alerts_from(7);  // never back
    r.arbiter.device_changed(board(DeviceState::Lost, 2), r.now);
    EXPECT_EQ(r.seen[0].id, 500U);
    EXPECT_EQ(r.seen[1].id, 501U);
}

TEST(ArbiterLife, BoundedHoweverMuchGoesWrong) {
    Referee r;
    r.start();
    for (int i = 0; i < 1000; ++i) {
        Ply p;
        p.number = i + 1;
        p.illegal = IllegalKind::Geometry;
        p.san = "x" + std::to_string(i);
        r.arbiter.observe(PlyMade{p}, r.now);
    }
    EXPECT_LE(r.arbiter.open_alerts().size(), 200U);
    r.start();
    EXPECT_TRUE(r.arbiter.open_alerts().empty());
}

TEST(ArbiterLife, BeforeAndAfterAGameNothingOfPlayIsTold) {
    Referee r;
    r.arbiter.observe(TrackingLost{LossKind::Mismatch, 1, {}}, r.now);
    r.arbiter.observe(Pressed{Color::White, false}, r.now);
    r.wait(10s);
    EXPECT_TRUE(r.seen.empty());
    r.start();
    r.end(Result::Draw, Termination::Agreement);
    r.play(r.illegal("Bf1c4", Square::F1, Square::C4, IllegalKind::Geometry));
    r.arbiter.observe(Pressed{Color::White, false}, r.now);
    r.wait(10s);
    EXPECT_TRUE(r.seen.empty());
}

TEST(ArbiterLife, TheEndOfTheGameClosesWhatIsNoMoreOfInterest) {
    Referee r;
    r.start();
    r.arbiter.observe(TrackingLost{LossKind::Mismatch, 1, {}}, r.now);
    r.play(r.illegal("Bf1c4", Square::F1, Square::C4, IllegalKind::Geometry));
    r.end(Result::Draw, Termination::Agreement);
    EXPECT_FALSE(r.open(BoardMismatch));
    EXPECT_TRUE(r.open(IllegalMove));
}

TEST(ArbiterLife, SettingsChangeForWhatComes) {
    Referee r(settings_of({Edition::Fide2023, Play::Standard, Supervision::Full}));
    r.start();
    r.play(r.illegal("Ra1a3", Square::A1, Square::A3, IllegalKind::Geometry));
    r.arbiter.reconfigure(settings_of({Edition::Fide2018, Play::Rapid, Supervision::Partial}));
    r.play(r.illegal("Ra8a6", Square::A8, Square::A6, IllegalKind::Geometry));
    EXPECT_EQ(r.of(IllegalMove)[0].article, "7.5.5");
    EXPECT_EQ(r.seen.back().article, "A.4.2");
    EXPECT_EQ(r.seen.back().laws, Edition::Fide2018);
}

TEST(ArbiterLanguage, TheEventsLanguage) {
    const auto text = [](Language language) {
        ArbiterSettings s = settings_of({Edition::Fide2023, Play::Rapid, Supervision::Partial});
        s.language = language;
        Referee r(s);
        r.start();
        r.play(r.illegal("Bf1c4", Square::F1, Square::C4, IllegalKind::OwnKingLeftInCheck));
        return r.seen.back().text + " " + r.seen.back().provides;
    };
    EXPECT_EQ(text(Language::Russian),
              "Белые завершили невозможный ход: Bf1c4 (свой король оставлен под шахом). Первый невозможный "
              "ход белых: "
              "восстанавливается позиция перед ним, чёрным добавляется 1 минута; второй такой ход "
              "проигрывает. Только пока "
              "чёрные не завершили следующий ход; после этого невозможный ход остаётся в силе.");
    EXPECT_EQ(text(Language::German),
              "Weiß hat einen regelwidrigen Zug abgeschlossen: Bf1c4 (eigener König blieb im Schach). Erster "
              "regelwidriger "
              "Zug von Weiß: die Stellung davor wird wiederhergestellt, Schwarz erhält 1 Minute zusätzlich; "
              "der zweite "
              "verliert die Partie. Nur bis Schwarz den nächsten Zug abschließt; danach bleibt der "
              "regelwidrige Zug "
              "bestehen.");
}

TEST(ArbiterRuling, FirstWordsInThreeLanguages) {
    for (const char* text : {"excused", "Excused: fell over", "  EXCUSED", "no penalty", "not counted",
                             "Entschuldigt", "keine Strafe", "Без наказания", "не засчитывать"}) {
        EXPECT_EQ(ruling_of(text), Ruling::Excused) << text;
    }
    for (const char* text :
         {"penalised", "Penalty given", "illegal", "bestraft", "Regelwidrig", "Наказан", "засчитан"}) {
        EXPECT_EQ(ruling_of(text), Ruling::Penalised) << text;
    }
    for (const char* text : {"", "  ", "seen", "looking at it", "не видел", "\xD0"}) {
        EXPECT_EQ(ruling_of(text), Ruling::None) << text;
    }
}

}  // namespace
}  // namespace boardbridge::rules::test
