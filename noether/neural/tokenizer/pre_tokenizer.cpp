#include "noether/neural/tokenizer/pre_tokenizer.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "noether/neural/tokenizer/characters.h"
#include "noether/neural/tokenizer/pattern.h"

namespace noether::neural::tokens {
namespace {

constexpr int kMaxSteps = 16;

// How the matches at which a text is split are treated.
enum class Behavior : std::uint8_t {
  Removed,
  Isolated,
  MergedWithPrevious,
  MergedWithNext,
  Contiguous,
};

Behavior read_behavior(const std::string& name) {
  if (name == "Removed") return Behavior::Removed;
  if (name == "Isolated") return Behavior::Isolated;
  if (name == "MergedWithPrevious") return Behavior::MergedWithPrevious;
  if (name == "MergedWithNext") return Behavior::MergedWithNext;
  if (name == "Contiguous") return Behavior::Contiguous;
  refuse("splitting with the behaviour '" + name + "' is not known");
}

// A part of a piece: a match of the separator, or the text between matches.
struct Part {
  Piece piece;
  bool is_match = false;
};

// Splits every piece. `find(view, from)` returns the next match at or after `from`.
template <typename Find>
void split_pieces(SplitText& text, SplitText& spare, Behavior behavior, bool is_inverted,
                  const Find& find) {
  spare.pieces.clear();
  std::vector<Part> parts;
  for (const Piece& piece : text.pieces) {
    const std::string_view view = text.view(piece);
    parts.clear();
    std::size_t at = 0;
    const auto add = [&](std::size_t end, bool is_match) {
      if (at < end) {
        parts.push_back({{piece.begin + static_cast<std::uint32_t>(at),
                          piece.begin + static_cast<std::uint32_t>(end)},
                         is_match != is_inverted});
      }
      at = end;
    };
    while (const std::optional<Pattern::Match> match = find(view, at)) {
      add(match->begin, false);
      add(match->end, true);
    }
    add(view.size(), false);

    const std::size_t first = spare.pieces.size();
    bool joins = false;  // joins the following parts to the last piece
    bool was_match = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Part& part = parts[i];
      switch (behavior) {
        case Behavior::Removed:
          if (!part.is_match) spare.pieces.push_back(part.piece);
          break;
        case Behavior::Isolated:
          spare.pieces.push_back(part.piece);
          break;
        case Behavior::MergedWithPrevious:
        case Behavior::Contiguous: {
          joins = behavior == Behavior::Contiguous ? part.is_match == was_match
                                                   : part.is_match && !was_match;
          if (joins && spare.pieces.size() > first) {
            spare.pieces.back().end = part.piece.end;
          } else {
            spare.pieces.push_back(part.piece);
          }
          was_match = part.is_match;
          break;
        }
        case Behavior::MergedWithNext:
          if (joins) {
            spare.pieces.back().end = part.piece.end;
          } else {
            spare.pieces.push_back(part.piece);
          }
          joins = part.is_match && i + 1 < parts.size() && !parts[i + 1].is_match;
          break;
      }
    }
  }
  std::swap(text.pieces, spare.pieces);
}

// Matches single characters of some classes.
auto find_class(std::uint16_t classes) {
  return [classes](std::string_view view, std::size_t from) -> std::optional<Pattern::Match> {
    while (from < view.size()) {
      std::size_t end = from;
      if (is_class(next_character(view, end), classes)) return Pattern::Match{from, end};
      from = end;
    }
    return std::nullopt;
  };
}

class ClassStep : public PreTokenizerStep {
 public:
  ClassStep(std::uint16_t classes, Behavior behavior) : classes_(classes), behavior_(behavior) {}
  void apply(SplitText& text, SplitText& spare) const override {
    split_pieces(text, spare, behavior_, false, find_class(classes_));
  }

 private:
  std::uint16_t classes_;
  Behavior behavior_;
};

class SplitStep : public PreTokenizerStep {
 public:
  SplitStep(Pattern pattern, Behavior behavior, bool is_inverted)
      : pattern_(std::move(pattern)), behavior_(behavior), is_inverted_(is_inverted) {}
  void apply(SplitText& text, SplitText& spare) const override {
    split_pieces(
        text, spare, behavior_, is_inverted_,
        [&](std::string_view view, std::size_t from) { return pattern_.find(view, from); });
  }

 private:
  Pattern pattern_;
  Behavior behavior_;
  bool is_inverted_;
};

// Splits at white space, which is removed, and around each punctuation character.
class BertPieces : public PreTokenizerStep {
 public:
  void apply(SplitText& text, SplitText& spare) const override {
    spare.pieces.clear();
    std::swap(text.pieces, spare.pieces);
    for (const Piece& piece : spare.pieces) {
      std::size_t begin = piece.begin;
      for (std::size_t at = piece.begin; at < piece.end;) {
        const std::size_t place = at;
        const std::uint16_t classes = character_classes(next_character(text.text.text, at));
        if ((classes & (kIsSpace | kIsPunctuation)) == 0) continue;
        text.add(begin, place);
        if ((classes & kIsPunctuation) != 0) text.add(place, at);
        begin = at;
      }
      text.add(begin, piece.end);
    }
  }
};

// Splits into runs of word characters and runs of other characters, without white space.
class WordPieces : public PreTokenizerStep {
 public:
  void apply(SplitText& text, SplitText& spare) const override {
    spare.pieces.clear();
    std::swap(text.pieces, spare.pieces);
    for (const Piece& piece : spare.pieces) {
      std::size_t begin = piece.begin;
      std::uint16_t current = 0;
      for (std::size_t at = piece.begin; at < piece.end;) {
        const std::size_t place = at;
        const std::uint16_t classes =
            character_classes(next_character(text.text.text, at)) & (kIsWord | kIsSpace);
        if (classes != current) {
          if ((current & kIsSpace) == 0) text.add(begin, place);
          begin = place;
          current = classes;
        }
      }
      if ((current & kIsSpace) == 0) text.add(begin, piece.end);
    }
  }
};

// Writes the changed pieces of a text one after another.
class PieceWriter {
 public:
  PieceWriter(const SplitText& from, SplitText& to) : from_(from.text), to_(to.text) {
    to.text.restart(from.text);
    to.pieces.clear();
  }
  std::size_t size() const { return to_.text.size(); }
  void add(std::string_view bytes, base::Span origin) {
    to_.text += bytes;
    to_.origin.resize(to_.text.size(), origin);
  }
  void copy(std::size_t begin, std::size_t end) {
    to_.text.append(from_.text, begin, end - begin);
    to_.origin.insert(to_.origin.end(), from_.origin.begin() + static_cast<std::ptrdiff_t>(begin),
                      from_.origin.begin() + static_cast<std::ptrdiff_t>(end));
  }

 private:
  const AlignedText& from_;
  AlignedText& to_;
};

// SentencePiece's method: a sign replaces each space, and words begin at it.
class MetaspaceStep : public PreTokenizerStep {
 public:
  enum class Prepend : std::uint8_t { Always, First, Never };

  explicit MetaspaceStep(const Json& json)
      : sign_(setting<std::string>(json, "replacement", "▁")),
        splits_(setting(json, "split", true)) {
    const bool prepends = setting(json, "add_prefix_space", true);
    const auto scheme = setting<std::string>(json, "prepend_scheme", prepends ? "always" : "never");
    if (scheme == "always") {
      prepend_ = Prepend::Always;
    } else if (scheme == "first") {
      prepend_ = Prepend::First;
    } else if (scheme == "never") {
      prepend_ = Prepend::Never;
    } else {
      refuse("Metaspace does not know to prepend '" + scheme + "'");
    }
    if (sign_.empty() || character_size(sign_[0]) != sign_.size()) {
      refuse("Metaspace needs one character for its sign");
    }
  }

  void apply(SplitText& text, SplitText& spare) const override {
    PieceWriter writer(text, spare);
    for (const Piece& piece : text.pieces) {
      const std::string_view view = text.view(piece);
      const base::Span first = text.text.origin[piece.begin];
      std::size_t begin = writer.size();
      const bool begins_with_sign = view.starts_with(' ') || view.starts_with(sign_);
      if (!begins_with_sign && !text.text.is_inner &&
          (prepend_ == Prepend::Always || (prepend_ == Prepend::First && first.begin == 0))) {
        writer.add(sign_, first);
      }
      const auto end_piece = [&] {
        spare.add(begin, writer.size());
        begin = writer.size();
      };
      std::size_t copied = 0;
      for (std::size_t at = 0; at < view.size();) {
        const bool is_space = view[at] == ' ';
        if (!is_space && !view.substr(at).starts_with(sign_)) {
          ++at;
          continue;
        }
        writer.copy(piece.begin + copied, piece.begin + at);
        if (splits_) end_piece();
        const std::size_t size = is_space ? 1 : sign_.size();
        writer.add(sign_, text.text.origin[piece.begin + at]);
        at += size;
        copied = at;
      }
      writer.copy(piece.begin + copied, piece.end);
      end_piece();
    }
    std::swap(text, spare);
  }

 private:
  std::string sign_;
  bool splits_;
  Prepend prepend_ = Prepend::Always;
};

// Adds a space before each piece that has none.
class PrefixSpace : public PreTokenizerStep {
 public:
  void apply(SplitText& text, SplitText& spare) const override {
    PieceWriter writer(text, spare);
    for (const Piece& piece : text.pieces) {
      const std::size_t begin = writer.size();
      if (!text.text.is_inner && !text.view(piece).starts_with(' '))
        writer.add(" ", text.text.origin[piece.begin]);
      writer.copy(piece.begin, piece.end);
      spare.add(begin, writer.size());
    }
    std::swap(text, spare);
  }
};

Pattern read_split_pattern(const Json& json) {
  if (json.contains("String")) return Pattern::literal(json["String"].get<std::string>());
  return value_or_refuse(Pattern::regular_expression(json.at("Regex").get<std::string>()));
}

std::shared_ptr<const PreTokenizerStep> read_pre_tokenizer(const std::string& type,
                                                           const Json& json) {
  const auto behavior = [&](const char* otherwise) {
    return read_behavior(setting<std::string>(json, "behavior", otherwise));
  };
  if (type == "BertPreTokenizer") return std::make_shared<BertPieces>();
  if (type == "Whitespace") return std::make_shared<WordPieces>();
  if (type == "WhitespaceSplit") return std::make_shared<ClassStep>(kIsSpace, Behavior::Removed);
  if (type == "Metaspace") return std::make_shared<MetaspaceStep>(json);
  if (type == "Punctuation")
    return std::make_shared<ClassStep>(kIsPunctuation, behavior("Isolated"));
  if (type == "Digits") {
    const bool alone = setting(json, "individual_digits", false);
    return std::make_shared<ClassStep>(kIsNumeric,
                                       alone ? Behavior::Isolated : Behavior::Contiguous);
  }
  if (type == "Split") {
    return std::make_shared<SplitStep>(read_split_pattern(json.at("pattern")), behavior("Isolated"),
                                       setting(json, "invert", false));
  }
  if (type == "CharDelimiterSplit") {
    return std::make_shared<SplitStep>(Pattern::literal(json.at("delimiter").get<std::string>()),
                                       Behavior::Removed, false);
  }
  refuse("the pre-tokenizer '" + type + "' is not known");
}

}  // namespace

void PreTokenizer::add(const Json& json, int depth) {
  if (depth > kMaxSteps || steps_.size() > kMaxSteps) refuse("there are too many pre-tokenizers");
  const std::string type = type_of(json, "a pre-tokenizer");
  if (is_byte_level_) refuse("'" + type + "' after ByteLevel is not known");
  if (type == "Sequence") {
    for (const Json& part : json.at("pretokenizers")) add(part, depth + 1);
  } else if (type == "ByteLevel") {
    if (setting(json, "add_prefix_space", true)) steps_.push_back(std::make_shared<PrefixSpace>());
    if (setting(json, "use_regex", true)) {
      steps_.push_back(std::make_shared<SplitStep>(Pattern::gpt2(), Behavior::Isolated, false));
    }
    is_byte_level_ = true;
  } else {
    // Each step may lengthen the text.
    if (type == "Metaspace" && std::exchange(has_metaspace_, true)) refuse("Metaspace comes twice");
    steps_.push_back(read_pre_tokenizer(type, json));
  }
}

PreTokenizer PreTokenizer::read(const Json& json) {
  PreTokenizer pre_tokenizer;
  if (!json.is_null()) pre_tokenizer.add(json, 0);
  return pre_tokenizer;
}

}  // namespace noether::neural::tokens
