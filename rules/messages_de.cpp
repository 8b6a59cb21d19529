// The German sentences of alerts. Patterns: messages.hpp. Own wording of what the Laws provide, not their
// text.
#include <array>

#include "rules/messages.hpp"

namespace boardbridge::rules {
namespace {

using enum MessageId;

constexpr std::array<CatalogueEntry, kMessageCount> kGerman{{
    {TIllegalMove,
     "{0?Weiß|Schwarz} hat einen regelwidrigen Zug abgeschlossen: {1} ({2?regelwidrig|so zieht die Figur "
     "nicht|eigener "
     "König blieb im Schach|falsche Umwandlung|Bauer blieb auf der letzten Reihe|zweiter Zug "
     "nacheinander|Figur des "
     "Gegners gezogen|Rochade war nicht erlaubt|König geschlagen|kein Zug verändert das Brett so})."},
    {TIllegalMoveStands,
     "{0?Weiß|Schwarz} hat einen regelwidrigen Zug gemacht, den der Gegner beantwortet hat: {1} "
     "({2?regelwidrig|so zieht "
     "die Figur nicht|eigener König blieb im Schach|falsche Umwandlung|Bauer blieb auf der letzten "
     "Reihe|zweiter Zug "
     "nacheinander|Figur des Gegners gezogen|Rochade war nicht erlaubt|König geschlagen|kein Zug verändert "
     "das Brett "
     "so})."},
    {TBothKings, "Beide Könige stehen nach {1} von {0?Weiß|Schwarz} im Schach."},
    {TStillIllegal,
     "Nach dem nächsten abgeschlossenen Zug ({0?Weiß|Schwarz}, {1}) ist die Stellung immer noch "
     "regelwidrig."},
    {TPawnOnLastRank, "{0?Weiß|Schwarz} hat die Uhr gedrückt, während der Bauer noch auf {1} stand."},
    {TPressedWithoutMove, "{0?Weiß|Schwarz} hat die Uhr gedrückt, ohne gezogen zu haben."},
    {TTwoMoves, "{0?Weiß|Schwarz} hat zweimal nacheinander gezogen: {1}."},
    {TFlag, "Das Fallblättchen von {0?Weiß|Schwarz} ist gefallen."},
    {TBothFlagsFirst,
     "Beide Fallblättchen sind gefallen, das von {0?Weiß|Schwarz} zuerst, {1:s} s früher (nach {2?der "
     "Anzeige der "
     "Uhr|den abgelesenen Zeiten})."},
    {TBothFlagsFirstOnly,
     "Beide Fallblättchen sind gefallen, das von {0?Weiß|Schwarz} zuerst (nach der Anzeige der Uhr)."},
    {TBothFlagsUnknown, "Beide Fallblättchen sind gefallen; welches zuerst fiel, ist nicht bekannt."},
    {TFlagMark,
     "Die Uhr zeigt die Marke auf der Seite von {0?Weiß|Schwarz}: dort war die Zeit zuerst abgelaufen."},
    {TThreefold,
     "Dieselbe Stellung mit {0?Weiß|Schwarz} am Zug ist {1}-mal entstanden (nach den Halbzügen {2})."},
    {TFiftyMoves, "{0} Züge jeder Seite ohne Schlagen und ohne Bauernzug."},
    {TFivefold, "Dieselbe Stellung ist fünfmal entstanden (nach den Halbzügen {0})."},
    {TSeventyFive, "Fünfundsiebzig Züge jeder Seite ohne Schlagen und ohne Bauernzug."},
    {TDeadPosition, "Keine Seite kann durch irgendeine Folge regelgemäßer Züge mattsetzen."},
    {TQuickplay,
     "{0?Weiß|Schwarz} ist am Zug und hat noch {1:t}, weniger als zwei Minuten, ohne Zeitzugabe."},
    {TWrongStart,
     "Die Anfangsstellung ist falsch auf {0}{1?, vor dem ersten Zug|, nach {1} Halbzug|, nach {1} "
     "Halbzügen}."},
    {TQuarterTurn,
     "Das Brett ist um ein Viertel gedreht: rechts von den Spielern liegt kein weißes Eckfeld{0?, vor dem "
     "ersten Zug|, "
     "nach {0} Halbzug|, nach {0} Halbzügen}."},
    {TTouched,
     "{0?Weiß|Schwarz} hat zuerst {1?die Figur|den Bauern|den Springer|den Läufer|den Turm|die Dame|den "
     "König} auf {2} "
     "angehoben und dann {3} gespielt."},
    {TRookBeforeKing,
     "{0?Weiß|Schwarz} hat rochiert und dabei den Turm auf {1} vor dem König berührt ({2})."},
    {TDisturbed, "Das Brett ist durcheinander: {0} {0#Feld stimmt|Felder stimmen} nicht ({1})."},
    {TMismatch, "Kein Zug erklärt, was auf dem Brett steht: {0} {0#Feld weicht|Felder weichen} ab ({1})."},
    {TMovesMissed,
     "Züge wurden nicht erkannt{0?; nichts erklärt die Stellung| ({1})|; {0} Zugfolgen würden die Stellung "
     "erklären: "
     "{1}}."},
    {TSensorUnstable, "Der Sensor von {0} ist unruhig."},
    {TBoardsDiverge, "Die beiden Bretter unterscheiden sich auf {0}."},
    {TClockLostCable, "Am Brett ist keine Uhr mehr angeschlossen."},
    {TClockLostSilent, "Die Uhr antwortet nicht mehr."},
    {TClockEdited,
     "Die Zeit von {0?Weiß|Schwarz} wurde von {1:t} auf {2:t} geändert, während die Uhr {3?stand|lief}."},
    {TClockNotFollowing, "Die Uhr folgt den Zügen nicht: {0} {0#Zug|Züge} nacheinander ohne Drücken."},
    {TClockContradicts,
     "Die Uhr widerspricht sich: {0} {0#Ablesung wurde|Ablesungen wurden} nicht geglaubt."},
    {TClockStopped, "Die Uhr steht seit {0} {0#Sekunde|Sekunden}, während gespielt wird."},
    {TClockRunningAfterEnd, "Die Uhr läuft {0} {0#Sekunde|Sekunden} nach dem Ende der Partie noch immer."},
    {TClockSettingWrong,
     "Die Uhr von {0?Weiß|Schwarz} zeigt {1:t}; nach der Bedenkzeitregelung müssten es {2:t} sein."},
    {TIncrementWrong,
     "Die Uhr gibt {0} {0#Sekunde|Sekunden} je Zug hinzu; vorgesehen {1#ist|sind} {1} {1#Sekunde|Sekunden}."},
    {TClockSides,
     "Die Zeit läuft auf der Seite, die nicht am Zug ist: die Uhr steht vielleicht verkehrt herum."},
    {TMoveCounts, "{0?Weiß|Schwarz}: {1} {1#Zug|Züge} erkannt, aber die Uhr wurde {2}-mal gedrückt."},
    {TPeriodMoves,
     "Die Uhr ist in die nächste Zeitperiode gegangen, aber von {0?Weiß|Schwarz} {1#wurde|wurden} erst {1} "
     "von {2} Zügen "
     "erkannt."},
    {TResultAgainstBoard,
     "Das Brett meldet {0?1-0|0-1|Remis}, aber die Partie war nach den Regeln schon beendet: "
     "{1?1-0|0-1|Remis}."},
    {TResultAgainstFlag,
     "Das Brett meldet {0?1-0|0-1|Remis}, aber das Fallblättchen von {1?Weiß|Schwarz} war gefallen."},
    {TResultAgainstMate,
     "Das Brett meldet {0?1-0|0-1|Remis}, aber {1?Weiß|Schwarz} kann durch keine Folge regelgemäßer Züge "
     "mattsetzen."},
    {TResultAgainstIllegal,
     "Das Brett meldet {0?1-0|0-1|Remis}, aber {1?Weiß|Schwarz} hat einen regelwidrigen Zug abgeschlossen, "
     "der "
     "verliert."},
    {TResultAgainstDraw,
     "Das Brett meldet {0?1-0|0-1|Remis}, aber die Stellung war regelwidrig geblieben, nachdem beide Könige "
     "im Schach "
     "standen oder ein Bauer auf der letzten Reihe stand."},
    {TDeviceLost, "{0} ist verloren: {1}."},
    {TDeviceSilent, "{0} antwortet nicht."},
    {TBatteryLow, "Der Akku von {0} hat noch {1} %."},
    {TClockBatteryLow, "Die Batterie der Uhr ist schwach."},
    {TServiceDegraded, "Der Dienst ist eingeschränkt: {0}."},
    {TScoreRequests, "{0?Weiß|Schwarz} hat {1}-mal nach der Partienotation gefragt."},

    {PIllegalTime,
     "{2?Regelwidriger|Erster regelwidriger|Zweiter regelwidriger|Dritter regelwidriger|Weiterer "
     "regelwidriger} Zug von "
     "{0?Weiß|Schwarz}: die Stellung davor wird wiederhergestellt, {0?Schwarz|Weiß} erhält {1} "
     "{1#Minute|Minuten} "
     "zusätzlich; der {3?nächste|erste|zweite|dritte} verliert die Partie."},
    {PIllegalLost,
     "{1?Regelwidriger|Erster regelwidriger|Zweiter regelwidriger|Dritter regelwidriger|Weiterer "
     "regelwidriger} Zug von "
     "{0?Weiß|Schwarz}: {0?Weiß|Schwarz} verliert die Partie; {0?Schwarz|Weiß} kann noch mattsetzen."},
    {PIllegalLostUnless,
     "{1?Regelwidriger|Erster regelwidriger|Zweiter regelwidriger|Dritter regelwidriger|Weiterer "
     "regelwidriger} Zug von "
     "{0?Weiß|Schwarz}: {0?Weiß|Schwarz} verliert die Partie; sie ist remis, wenn {0?Schwarz|Weiß} durch "
     "keine Folge "
     "regelgemäßer Züge mattsetzen kann."},
    {PIllegalDrawn,
     "{1?Regelwidriger|Erster regelwidriger|Zweiter regelwidriger|Dritter regelwidriger|Weiterer "
     "regelwidriger} Zug von "
     "{0?Weiß|Schwarz}: die Partie ist remis, da {0?Schwarz|Weiß} durch keine Folge regelgemäßer Züge "
     "mattsetzen kann."},
    {PUntilReply,
     "Nur bis {0?Schwarz|Weiß} den nächsten Zug abschließt; danach bleibt der regelwidrige Zug bestehen."},
    {PClaimBeforeMove,
     "Der Schiedsrichter entscheidet nur, wenn {0?Schwarz|Weiß} vor dem eigenen nächsten Zug reklamiert; "
     "dann:"},
    {PIllegalClaimBlitz,
     "{0?Schwarz|Weiß} kann vor dem eigenen Zug den Gewinn reklamieren; danach bleibt der regelwidrige Zug "
     "bestehen."},
    {PIllegalClaimBlitzDraw,
     "{0?Schwarz|Weiß} kann nicht mattsetzen und kann vor dem eigenen Zug remis reklamieren; danach bleibt "
     "der "
     "regelwidrige Zug bestehen."},
    {PPenaltyUncertain,
     "Die eine Minute ist hier nicht sicher: B.2 verweist nicht auf A.3, das sie für Schnellschach "
     "festlegt."},
    {PPenaltyAnnounced, "Im Blitz können andere Strafen angekündigt sein."},
    {PStands, "Der regelwidrige Zug bleibt bestehen; berichtigt wird er nur, wenn die Spieler sich einigen."},
    {PWaitNextMove,
     "Abwarten, bis der nächste Zug abgeschlossen ist; ist die Stellung dann noch regelwidrig, ist die "
     "Partie remis."},
    {PDrawn, "Die Partie ist remis."},
    {PIntervene, "Der Schiedsrichter greift ein, wenn möglich."},
    {PNoIntervention,
     "Blitz ohne ausreichende Aufsicht: der Schiedsrichter greift nicht ein (B3(b) schließt A4(c) aus)."},
    {PRestore, "Die Stellung vor der Unregelmäßigkeit wird wiederhergestellt, die Uhren werden angepasst."},
    {PPawnBecomesQueen, "Der Bauer wird eine Dame gleicher Farbe, und der Zug gilt als regelwidrig."},
    {PPressIfDeliberate,
     "War es Absicht, gilt es als {2?ein|erster|zweiter|dritter|weiterer} regelwidriger Zug von "
     "{0?Weiß|Schwarz}: {1} "
     "zusätzliche {1#Minute|Minuten} für {0?Schwarz|Weiß}; der {3?nächste|erste|zweite|dritte} verliert."},
    {PPressIfDeliberateLost,
     "War es Absicht, gilt es als {1?ein|erster|zweiter|dritter|weiterer} regelwidriger Zug von "
     "{0?Weiß|Schwarz}, der "
     "verliert; remis, wenn {0?Schwarz|Weiß} durch keine Folge regelgemäßer Züge mattsetzen kann."},
    {PPressNotListed,
     "Diese Fassung sieht dafür keine Strafe vor; die Uhr wird nur nach einem Zug gedrückt."},
    {PFlagLost, "{0?Weiß|Schwarz} verliert durch Zeitüberschreitung; {0?Schwarz|Weiß} kann noch mattsetzen."},
    {PFlagLostUnless,
     "{0?Weiß|Schwarz} verliert durch Zeitüberschreitung; die Partie ist remis, wenn {0?Schwarz|Weiß} durch "
     "keine Folge "
     "regelgemäßer Züge mattsetzen kann."},
    {PFlagDrawn,
     "Die Partie ist remis: {0?Schwarz|Weiß} kann durch keine Folge regelgemäßer Züge mattsetzen."},
    {PFlagOnClaim,
     "Es zählt nur eine Reklamation von {0?Schwarz|Weiß}, dessen eigenes Fallblättchen noch oben sein muss; "
     "der "
     "Schiedsrichter weist nicht darauf hin."},
    {PPeriodAsks,
     "Die Zeitperiode verlangt {0} {0#Zug|Züge}: {1} {1#wurde|wurden} erkannt, die Uhr wurde {2}-mal "
     "gedrückt."},
    {PFirstLoses,
     "{0?Weiß|Schwarz} war zuerst und verliert durch Zeitüberschreitung; {0?Schwarz|Weiß} kann noch "
     "mattsetzen."},
    {PFirstLosesUnless,
     "{0?Weiß|Schwarz} war zuerst und verliert durch Zeitüberschreitung; die Partie ist remis, wenn "
     "{0?Schwarz|Weiß} "
     "durch keine Folge regelgemäßer Züge mattsetzen kann."},
    {PFirstDrawn,
     "{0?Weiß|Schwarz} war zuerst, aber die Partie ist remis: {0?Schwarz|Weiß} kann durch keine Folge "
     "regelgemäßer Züge "
     "mattsetzen."},
    {PMarkDecides, "Wessen Fallblättchen zuerst fiel, verliert; die Marke auf der Uhr entscheidet darüber."},
    {PNoClaims, "Zeigen beide Uhren 0.00, wird keine Reklamation eines Spielers angenommen."},
    {PBothFlagsDrawn,
     "Die Partie ist remis; der Schiedsrichter darf darauf hinweisen, dass beide Fallblättchen gefallen "
     "sind."},
    {PPlayOn,
     "Welches zuerst fiel, ist nicht festzustellen: die Partie geht weiter, da dies nicht die letzte "
     "Zeitperiode ist."},
    {PPlayOnOrDrawn,
     "Ist nicht festzustellen, welches zuerst fiel, geht die Partie weiter; in der letzten Zeitperiode ist "
     "sie remis."},
    {PMarkMeans, "Läuft auch die andere Seite ab, war {0?Weiß|Schwarz} zuerst."},
    {PMayClaimDraw,
     "{0?Weiß|Schwarz|Der Spieler am Zug} kann remis reklamieren; der Schiedsrichter weist nicht darauf hin. "
     "Eine falsche "
     "Reklamation gibt "
     "dem Gegner {1} zusätzliche {1#Minute|Minuten}."},
    {PDrawnAtOnce, "Die Partie ist sofort remis."},
    {PQuickplay10,
     "Der Spieler am Zug kann remis reklamieren: der Gegner versucht nicht oder vermag nicht, mit normalen "
     "Mitteln zu "
     "gewinnen."},
    {PGuideline3,
     "Der Spieler am Zug kann um eine Zeitzugabe von fünf Sekunden bitten (ein Remisangebot) oder, wo das "
     "nicht möglich "
     "ist, remis reklamieren."},
    {PNewGame, "Die Partie wird annulliert und eine neue gespielt."},
    {PClaimWithin,
     "Reklamieren ist möglich, bis jeder Spieler {0} {0#Zug|Züge} abgeschlossen hat: dann wird eine neue "
     "Partie gespielt."},
    {PTooLate,
     "Beide Spieler haben {0} {0#Zug|Züge} abgeschlossen: keine Reklamation mehr, die Partie geht weiter."},
    {PNoCastlingMisplaced,
     "Ein falsch aufgestellter König darf nicht rochieren; mit einem falsch aufgestellten Turm gibt es keine "
     "Rochade."},
    {PNoCastlingSwapped, "Waren König und Dame vertauscht, darf dieser König nicht rochieren."},
    {PTransferPosition,
     "Die Partie geht weiter; die Stellung wird auf ein richtig liegendes Brett übertragen."},
    {PTouchMove,
     "Berührte Figuren sind zu ziehen oder zu schlagen, wenn das möglich ist; Anheben allein beweist keine "
     "Absicht."},
    {PTouchRook,
     "Wurde der Turm zuerst berührt, gibt es in diesem Zug keine Rochade auf dieser Seite; der Turm ist zu "
     "ziehen, wenn "
     "er kann."},
    {POnClaimOnly, "Über berührte Figuren entscheidet der Schiedsrichter nur, wenn ein Spieler es verlangt."},
    {PSetClock, "Die Uhr wird sofort angehalten und richtig eingestellt."},
    {PSetClockWithin,
     "Die Einstellung wird berichtigt; sobald jeder Spieler {0} {0#Zug|Züge} abgeschlossen hat, ist es dafür "
     "zu spät."},
    {PSetClockTooLate,
     "Beide Spieler haben {0} {0#Zug|Züge} abgeschlossen: die Einstellung bleibt, wenn der Zeitplan nicht "
     "leidet."},
    {PReplaceClock,
     "Eine Uhr mit offensichtlichem Fehler wird ersetzt; der Schiedsrichter bestimmt die Zeiten."},
    {PMayStopOnly, "Ein Spieler darf die Uhr nur anhalten, um den Schiedsrichter um Hilfe zu bitten."},
    {PStopClocks, "Nach dem Ende der Partie wird die Uhr angehalten."},
    {PCheckScores, "Partieformulare prüfen; die Zahl der Züge wird den Spielern nicht gesagt."},
    {PResultByMate, "Es bleibt bei dem Ergebnis, mit dem die Partie nach den Regeln endete."},
    {PResultByArbiter, "Das Ergebnis braucht die Entscheidung des Schiedsrichters."},
    {PFiveRequests, "Erlaubt sind fünf Anfragen je Partie; mehr gelten als Störung des Gegners."},
}};
static_assert(is_complete(kGerman));

}  // namespace

std::span<const CatalogueEntry> german_messages() { return kGerman; }

}  // namespace boardbridge::rules
