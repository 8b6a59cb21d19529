// Short texts in the notation of field-cases.md, written as a capture of a DGT board with its clock: "e2-
// e4+P |500| w!" is a lift, a piece set down, half a second, White's press. The bytes are made here, apart
// from the host's codec (device-protocols 1.4 to 1.7). For tests only.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string>

#include "rules/fen.hpp"
#include "support/board_script.hpp"

namespace boardbridge::test {

struct CaptureOptions {
    bool flipped = false;   ///< the connector at White's right
    bool mirrored = false;  ///< colours and ranks exchanged: Black does what the text says of White
    bool clock = true;
    int seconds = 600;  ///< of each side at the beginning
    int increment = 0;
};

class CaptureScript {
public:
    using Color = rules::Color;

    explicit CaptureScript(
        CaptureOptions options,
        const std::string& fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        : options_(options) {
        start_ = *rules::parse_fen(fen, false);
        if (options_.mirrored) start_ = mirror(start_);
        placement_ = start_.placement;
        to_move_ = start_.turn;
        ms_ = {options_.seconds * 1000, options_.seconds * 1000};
        text_ = "# boardbridge capture 1\n# driver: dgt\n";
        dump();
        clock();
        wait(2000);
        running_ = options_.clock;
        clock();
    }

    const rules::Setup& start() const { return start_; }
    const std::string& text() const { return text_; }

    CaptureScript& play(const std::string& script) {
        std::istringstream in(script);
        for (std::string token; in >> token;) event(token);
        return *this;
    }
    /// Whole moves, calmly played and pressed: "e2e4 e7e5 e4d5" (own piece set down where the other one was
    /// taken from, castling king first).
    CaptureScript& moves(const std::string& uci) {
        std::istringstream in(uci);
        for (std::string token; in >> token;) move(token);
        return *this;
    }

    // What the clock shows, in the text's colours; each is reported at once.
    CaptureScript& times(int white_seconds, int black_seconds) {
        ms(Color::White) = white_seconds * 1000;
        ms(Color::Black) = black_seconds * 1000;
        return clock();
    }
    /// `bits` of device-protocols 1.7: 0x10 blocked, 0x20 increment, 0x40 shown.
    CaptureScript& flag(Color side, unsigned bits) {
        flags_[index(actual(side))] = bits;
        return clock();
    }
    /// One message in which that side's time is off by so much, then the true one again.
    CaptureScript& odd(Color side, int seconds) {
        ms(side) += seconds * 1000;
        clock();
        ms(side) -= seconds * 1000;
        wait(1000);
        return clock();
    }
    CaptureScript& run(bool running) {
        running_ = running;
        return clock();
    }
    CaptureScript& lever(Color to_move) {
        to_move_ = actual(to_move);
        return clock();
    }
    CaptureScript& unplug_clock(bool gone) {
        gone_ = gone;
        return clock();
    }
    /// A clock message of these seven bytes.
    CaptureScript& raw_clock(const std::array<unsigned, 7>& bytes) {
        std::string line = "8d 00 0a";
        for (const unsigned b : bytes) line += fmt::format(" {:02x}", b);
        return record(line);
    }
    /// While frozen the clock says nothing and counts nothing.
    CaptureScript& freeze(bool frozen) {
        frozen_ = frozen;
        return *this;
    }
    CaptureScript& dump() {
        std::string line = "86 00 43";
        for (int field = 0; field < 64; ++field)
            line += fmt::format(" {:02x}", code(placement_[square_of(field)]));
        return record(line);
    }

private:
    static std::size_t index(Color c) { return c == Color::White ? 0 : 1; }
    Color actual(Color c) const { return options_.mirrored ? opposite(c) : c; }
    int& ms(Color c) { return ms_[index(actual(c))]; }

    static unsigned code(rules::Piece p) {
        if (!rules::is_piece(p)) return 0;
        constexpr std::array kOrder{rules::PieceType::Pawn,   rules::PieceType::Rook,
                                    rules::PieceType::Knight, rules::PieceType::Bishop,
                                    rules::PieceType::King,   rules::PieceType::Queen};
        const auto at = std::find(kOrder.begin(), kOrder.end(), rules::type_of(p)) - kOrder.begin();
        return static_cast<unsigned>(at) + (rules::color_of(p) == Color::White ? 1U : 7U);
    }
    rules::Square square_of(int field) const {
        const int seen = options_.flipped ? 63 - field : field;
        return rules::make_square(seen % 8, 7 - seen / 8);
    }
    int field_of(rules::Square s) const {
        const int field = (7 - rules::rank_of(s)) * 8 + rules::file_of(s);
        return options_.flipped ? 63 - field : field;
    }

    CaptureScript& record(const std::string& bytes) {
        text_ += fmt::format("{}.{:03} a rx {}\n", now_ / 1000, now_ % 1000, bytes);
        return *this;
    }
    static std::string side_bytes(int ms, unsigned bits) {
        const int s = (ms + 999) / 1000;
        const auto bcd = [](int v) { return v / 10 * 16 + v % 10; };
        return fmt::format(" {:02x} {:02x} {:02x}", static_cast<unsigned>(s / 3600) | bits, bcd(s / 60 % 60),
                           bcd(s % 60));
    }
    CaptureScript& clock() {
        if (!options_.clock) return *this;
        const bool white_is_6_8 = !options_.flipped;
        const std::string white = side_bytes(ms_[0], flags_[0]), black = side_bytes(ms_[1], flags_[1]);
        const bool thinks_3_5 = (to_move_ == Color::White) != white_is_6_8;
        unsigned status = (running_ ? 1U : 0U) | (thinks_3_5 ? 0x12U : 0x08U);
        if (gone_) status = 0x20;
        return record("8d 00 0a" + (white_is_6_8 ? black + white : white + black) +
                      fmt::format(" {:02x}", status));
    }

    void wait(int ms) {
        for (int passed = 0; passed < ms; passed += 100) {
            now_ += 100;
            if (!options_.clock || frozen_ || !running_) continue;
            int& mine = ms_[index(to_move_)];
            const int before = (mine + 999) / 1000;
            mine = std::max(0, mine - 100);
            if ((mine + 999) / 1000 != before) clock();
        }
    }

    void event(const std::string& token) {
        if (token.front() == '|') return wait(std::stoi(token.substr(1)));
        wait(100);
        if (token == "w!" || token == "b!") return press(actual(token == "w!" ? Color::White : Color::Black));
        rules::Square s = *rules::parse_square(token.substr(0, 2));
        rules::Piece p = token[2] == '-' ? rules::Piece::None : *rules::parse_piece(token[3]);
        if (options_.mirrored) {
            s = mirror(s);
            if (rules::is_piece(p)) p = rules::make_piece(opposite(rules::color_of(p)), rules::type_of(p));
        }
        put(s, p);
    }
    void put(rules::Square s, rules::Piece p) {
        placement_.set(s, p);
        record(fmt::format("8e 00 05 {:02x} {:02x}", field_of(s), code(p)));
    }
    void press(Color side) {
        if (!options_.clock) return;
        if (running_) ms_[index(side)] += options_.increment * 1000;
        to_move_ = opposite(side);
        clock();
    }

    void lift_and_set(rules::Square from, rules::Square to, rules::Piece piece) {
        wait(200);
        put(from, rules::Piece::None);
        wait(300);
        put(to, piece);
    }
    void move(const std::string& uci) {
        rules::Square from = *rules::parse_square(uci.substr(0, 2)),
                      to = *rules::parse_square(uci.substr(2, 2));
        if (options_.mirrored) from = mirror(from), to = mirror(to);
        rules::Piece piece = placement_[from];
        const Color side = rules::color_of(piece);
        wait(500);
        if (uci.size() > 4) piece = rules::make_piece(side, rules::type_of(*rules::parse_piece(uci[4])));
        const bool castles = rules::type_of(piece) == rules::PieceType::King &&
                             std::abs(rules::file_of(from) - rules::file_of(to)) == 2;
        if (rules::is_piece(placement_[to])) {
            put(to, rules::Piece::None);
            wait(300);
        }
        lift_and_set(from, to, piece);
        if (castles) {
            const bool short_side = rules::file_of(to) > rules::file_of(from);
            const int rank = rules::rank_of(from);
            lift_and_set(rules::make_square(short_side ? 7 : 0, rank),
                         rules::make_square(short_side ? 5 : 3, rank),
                         rules::make_piece(side, rules::PieceType::Rook));
        }
        wait(300);
        press(side);
    }

    CaptureOptions options_;
    rules::Setup start_;
    rules::Placement placement_;
    std::string text_;
    int now_ = 0;
    std::array<int, 2> ms_{};  ///< by true colour
    std::array<unsigned, 2> flags_{};
    Color to_move_ = Color::White;
    bool running_ = false;
    bool frozen_ = false;
    bool gone_ = false;
};

}  // namespace boardbridge::test
