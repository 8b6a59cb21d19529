// Rebuilds the moves of one board from what its squares sense and how the clock's lever moves: placements and
// time in, observations out. It works on whole placements and legality; every square change is weighed
// against a few legal lines from the last certain position. It knows no edition of the Laws, no clock times,
// no colours of players' names. Sources: design section 4 "Rebuilding moves"; contract section 5; field-cases
// A to C.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rules/delays.hpp"
#include "rules/illegal_move.hpp"
#include "rules/line_decoder.hpp"
#include "rules/line_search.hpp"
#include "rules/observation.hpp"
#include "rules/sensed_board.hpp"
#include "rules/start_array.hpp"
#include "rules/time_control.hpp"

namespace boardbridge::rules {

/// What an explanation costs, by kind of evidence.
struct Reckoning {
    int unsaid = 0;   ///< published plies that it takes back
    int presses = 0;  ///< presses of the clock that do not fit
    int order = 0;    ///< order in which pieces came and went
    int unseen = 0;   ///< plies that nobody saw
    int loose = 0;    ///< a piece of another kind than sensed
    int total() const { return unsaid + presses + order + unseen + loose; }
};

struct TrackerSettings {
    Play play = Play::Standard;
    Delays delays;
    bool occupancy_only = false;
    bool chess960 = false;
    std::optional<Setup>
        start;  ///< a game opens from here with the first dump that fits (either orientation)
};

class MoveTracker {
public:
    using Sink = std::function<void(const Observation&)>;
    /// Told one line for each decision: what was weighed and what decided (`replay --explain`).
    using Explain = std::function<void(const std::string&)>;

    explicit MoveTracker(TrackerSettings settings);

    void on_dump(const Placement& physical, Instant now, const Sink& sink);
    /// `physical`: the square of a board with the connector at White's left.
    void on_square(Square physical, Piece piece, Instant now, const Sink& sink);
    /// One clock reading: whose lever is high and whether the clock runs.
    void on_lever(Color to_move, bool running, Instant now, const Sink& sink);
    /// No clock is attached (any more): moves are completed by replies and rest.
    void on_clock_absent();
    /// Data was lost (cable out, restart): until the next dump everything may have happened.
    void on_gap(Instant now);

    std::optional<Instant> wake_at() const;
    void on_wake(Instant now, const Sink& sink);

    /// The game is over: what happens now on the board belongs to no game, until a start array stands again.
    void close_game();
    bool open() const { return game_open_; }
    bool flipped() const { return flipped_; }
    void reconfigure(TrackerSettings settings);
    void explain_to(Explain explain) { explain_ = std::move(explain); }

    /// Placement as sensed, in the game's orientation.
    const Placement& sensed() const { return board_.placement(); }
    const Position& head() const { return positions_.back(); }
    int plies() const { return static_cast<int>(steps_.size()); }
    /// Position after a ply, 0 (the start) to plies().
    Position position_after(int ply) const { return position_at(ply); }
    /// Grows with every change of the sensed placement.
    std::size_t changes() const { return board_.changes(); }
    /// The clock was taken the wrong way round: what was told of its lever was the other side's.
    void turn_lever();
    /// A lever change to this side would be the first press of the game, by the side that has not moved yet.
    bool first_press_is_wrong(Color to_move) const;
    /// Hypotheses weighed at the last decision.
    std::size_t hypotheses() const { return weighed_; }

private:
    /// One ply of the score, without the positions.
    struct Step {
        Move move;
        Color side = Color::White;
        IllegalKind illegal = IllegalKind::None;
        bool confirmed = false;
        bool guess = false;
        bool unsure =
            false;  ///< a guess in one square only: what was taken, or where it stood before it went on
        Square key = Square::A1;    ///< where the moved piece came to stand (castling: the king, or the rook
                                    ///< that alone moved)
        Square takes = Square::A1;  ///< a piece that stood there would be taken
        Piece piece = Piece::None;  ///< what stands there, as the board can tell it
        Instant landed{};
        std::optional<Instant> lifted;  ///< when the piece left its square, if that was seen
        std::optional<Instant> pressed;
    };
    struct Press {
        Color side = Color::White;
        Instant at{};
        int ply = 0;  ///< the ply that it completed, 0: none yet
        bool told = false;
    };
    /// A line that explains the sensed placement: `moves` replace everything after `base`.
    struct Candidate {
        int base = 0;
        Line moves;
        int cost = 0;
        bool guess = false;
        bool loose = false;   ///< some identity did not fit
        unsigned unseen = 0;  ///< bit i: the piece of moves[i] was never sensed where it is said to have gone
        Reckoning reckoning;
        PlayedLine played;  ///< when the board showed the moves, if that is known; parallel to them
    };
    /// An unlawful placement that stood when the clock was pressed (or stands, without a clock).
    struct PendingIllegal {
        IllegalMove move;
        Position after;
        Position before;
        Placement sensed;
        bool playable = false;  ///< `after` is a position from which play can go on
        Instant seen{};
        std::optional<Instant> pressed;
        bool two_in_a_row = false;
        std::optional<Move> legal_move;  ///< two moves in a row: the move, legal for that side
    };

    // move_tracker.cpp: events and time
    void changed(Instant now, const Sink& sink);
    void pressed(Color side, Instant now, const Sink& sink);
    void settle_presses(Instant now, const Sink& sink);
    bool confirmable(std::size_t i, Instant now) const;
    void confirm_due(Instant now, const Sink& sink);
    void watch_unstable(Square s, Instant now, const Sink& sink);
    void judge_rest(Instant now, const Sink& sink);
    bool waits_for_hand() const;

    /// How patiently a placement is looked at: as it changes, when it stands, when it rests.
    enum class Patience : std::uint8_t { Prompt, Standing, Resting };

    // tracker_start.cpp: games opening and closing
    bool set_up_anew() const;
    bool puts_back(const Step& step) const;
    bool stood(const Step& step) const;
    int plies_played() const;
    void leave_game(const Sink& sink);
    void look_for_start(Instant now, const Sink& sink, bool at_rest, std::chrono::milliseconds stands);
    void open_game(const Position& start, bool flipped, Instant now, const Sink& sink);
    void open_wrong_start(const StartArray& array, Instant now, const Sink& sink);
    std::optional<bool> fits_start(const Placement& physical) const;
    std::optional<StartArray> occupancy_start(const Placement& physical) const;
    bool judge_kings(Instant now, const Sink& sink);

    // tracker_lines.cpp: explaining a placement
    bool explain_placement(Instant now, const Sink& sink, Patience patience);
    bool single_ply(Instant now, const Sink& sink);
    void collect(LineSearch& search, int base, int length, bool loose, std::vector<Candidate>& out) const;
    const std::vector<Candidate>& near_lines(std::size_t reach, LineSearch& search);
    std::vector<Candidate> search_near(Instant now, int good_enough);
    static int limit_of(const std::vector<Candidate>& candidates, Patience patience);
    bool plies_unexplained(Instant now) const;
    void search_longer(std::vector<Candidate>& candidates, Instant now);

    // tracker_occupancy.cpp: boards without identity
    Bitboard refilled() const;
    bool pressed_unseen() const;
    void drop_unseen(std::vector<Candidate>& candidates) const;
    std::optional<Line> otherwise(int ply, Move instead, Patience patience, std::uint64_t& nodes) const;
    bool guess_again(Instant now, const Sink& sink, Patience patience);

    // tracker_log.cpp: the last plies against the whole log
    void reconsider(Instant now, const Sink& sink);
    bool log_calm() const;
    bool log_settled(Instant now);
    bool judge_log(Instant now, const Sink& sink, int back);

    // tracker_explain.cpp: what it says of itself
    void explain_choice(const std::vector<Candidate>& candidates);
    void explain_changes();
    void explain_score(int from_ply, std::string_view because);

    // tracker_evidence.cpp: what an explanation costs
    void weigh(Candidate& c, Instant now) const;
    std::vector<Step> line_of(Candidate& c, int from) const;
    int cost_of_replaced(const Candidate& c, Instant now) const;
    int cost_of_presses(std::vector<Step>& line, int from, Instant now) const;
    int cost_of_unsaying(const Step& step, Instant now) const;
    int cost_of_lateness(const Step& step, Instant previous_landed) const;
    int doubt_of_late(std::chrono::microseconds after_press) const;
    int cost_of_order(const std::vector<Step>& line) const;
    bool held_at_press(const Step& step, Instant press) const;
    Step step_of(const Position& before, Move m) const;
    Instant landing(const Position& before, Move m) const;
    void note_partial(Instant now);
    void accept_partial(Instant now, const Sink& sink);
    std::optional<Candidate> partial_from(int base) const;
    void search_far(Instant now, const Sink& sink);

    // tracker_score.cpp: changing the score
    void accept(const Candidate& c, std::string_view because, Instant now, const Sink& sink);
    void accept_illegal(Instant now, const Sink& sink);
    static void see(Step& step, const PlayedPly& ply);
    void assign_presses(int from_ply);
    void confirm_through(int ply, const Sink& sink);
    void note_touch(int ply, const Sink& sink) const;
    Ply make_ply(int number) const;
    Position position_at(int ply) const;
    void push_step(const Step& step, const Position& after);
    void drop_after(int ply);
    void resumed(const Sink& sink);
    RevisionReason reason_for(const Candidate& c) const;
    Bitboard matching_squares() const;

    // tracker_illegal.cpp: unlawful placements
    void note_illegal(std::optional<Instant> pressed_at, Instant now);
    bool reply_to_illegal(Instant now, const Sink& sink);
    void judge_illegal(Instant now, const Sink& sink);
    void judge_two_in_a_row(Instant now);
    std::optional<IllegalMove> went_on_from_last_ply() const;
    std::optional<Instant> illegal_due() const;

    SearchTarget target() const;
    Bitboard head_difference() const;
    Instant rest_since() const { return board_.last_change(); }
    /// A piece as this board can tell it.
    Piece as_sensed(Piece p) const {
        return settings_.occupancy_only && p != Piece::None ? Piece::Unknown : p;
    }
    Square oriented(Square physical) const { return flipped_ ? rotated(physical) : physical; }
    void say(const std::string& line) const {
        if (explain_) explain_(line);
    }

    TrackerSettings settings_;
    Explain explain_;
    std::size_t changes_told_ = 0;  ///< changes of the board that have been explained
    SensedBoard board_;
    bool flipped_ = false;
    bool game_open_ = false;
    Instant opened_{};  ///< when the game opened
    bool gap_ = false;

    std::vector<Step> steps_;
    std::vector<Position> positions_;  ///< after ply first_position_ ... steps_.size()
    int first_position_ = 0;
    Position start_;
    std::map<int, Position> illegal_after_;  ///< positions after illegal plies, which no move can rebuild
    std::map<int, std::pair<std::string, std::string>> illegal_text_;  ///< their SAN and UCI
    Bitboard any_identity_ = 0;  ///< squares whose piece may be of another kind than sensed
    Bitboard ignored_ = 0;       ///< sensors taken for dead

    bool clock_present_ = false;
    bool running_ = false;
    std::optional<Color> lever_;  ///< whose lever is high
    std::deque<Press> presses_;

    Bitboard difference_ = 0;  ///< sensed against head
    MoveList head_moves_;
    bool head_moves_known_ = false;
    /// A move seen while the opponent's piece is in the air, and since when.
    std::optional<std::pair<Candidate, Instant>> partial_;
    bool stands_judged_ = false;
    std::optional<PendingIllegal> pending_;
    std::optional<Instant> changed_from_pending_at_;
    Bitboard unpromoted_ = 0;  ///< pawns left on the last rank where the score has a queen
    bool start_used_ = false;
    std::optional<LossKind> lost_;
    std::optional<Instant> start_since_;
    bool wrong_start_told_ = false;
    bool rest_judged_ = false;
    Bitboard unstable_ = 0;
    /// The lines found near the score for what stands: looked for once, weighed again as time goes by.
    struct NearLines {
        std::size_t changes = 0;
        std::size_t score = 0;
        Bitboard ignored = 0;
        Bitboard any_identity = 0;
        std::vector<std::vector<Candidate>> by_reach;  ///< as far as they were looked for
    };
    /// What the log held when it was weighed last.
    struct LogSeen {
        std::size_t changes = 0;
        std::size_t presses = 0;
        std::size_t score = 0;
        bool waited = false;
        bool rested = false;
        friend bool operator==(const LogSeen&, const LogSeen&) = default;
    };
    LogSeen log_seen_;
    std::size_t presses_told_ = 0;   ///< presses ever heard
    std::size_t score_changes_ = 0;  ///< how often the score has changed
    NearLines near_;
    std::size_t weighed_ = 0;
    Instant last_wake_{};
};

}  // namespace boardbridge::rules
