// Why plies were revised, in the words of the stream (contract section 4, MovesRevised).
#include "rules/ply.hpp"

namespace boardbridge::rules {

std::string_view to_string(RevisionReason r) {
    switch (r) {
        case RevisionReason::SlidOn:
            return "slid on";
        case RevisionReason::TakenBack:
            return "taken back";
        case RevisionReason::CastlingCompleted:
            return "castling completed";
        case RevisionReason::PromotionChanged:
            return "promotion changed";
        case RevisionReason::Reordered:
            return "reordered";
        case RevisionReason::KingsSignal:
            return "kings' signal";
        case RevisionReason::NowIllegal:
            return "now illegal";
        case RevisionReason::Corrected:
            return "corrected";
    }
    return "corrected";
}

}  // namespace boardbridge::rules
