// The 20,000 lines on which tokenizers are compared with Hugging Face's: posts, comments, formulas,
// every script of Unicode, marks in any order, emoji, control characters and garbage.
//
// Most come from the collections under ../shared/data, which this repository may not contain. So
// this file makes them again: the same bytes from the same data, on every machine.
// scripts/reference_tokens.py reads them as a file, which the program reference_lines of bench/
// writes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/base/mix.h"
#include "noether/base/utf8.h"

namespace noether::neural::tokens {

class ReferenceLines {
 public:
  explicit ReferenceLines(std::filesystem::path data) : data_(std::move(data)) {}

  bool has_data() const { return std::filesystem::exists(posts_file()); }

  std::vector<std::string> make() {
    add_posts(5'500);
    add_comments(3'000);
    add_formulas(3'000);
    add_scripts();
    while (lines_.size() < 17'200) add_marks();
    while (lines_.size() < 18'000) add_emoji();
    while (lines_.size() < 18'700) add_controls();
    while (lines_.size() < 20'000) add_garbage();
    lines_.resize(20'000);
    return std::move(lines_);
  }

  // Whole posts, as text.
  std::vector<std::string> posts() const {
    std::vector<std::string> texts = attributes(posts_file(), "Body");
    for (std::string& text : texts) text = without_entities(without_tags(text));
    return texts;
  }

 private:
  using Range = std::pair<char32_t, char32_t>;

  std::filesystem::path posts_file() const { return data_ / "arqmath/collection/Posts.V1.3.xml"; }

  static std::string read(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // SplitMix64, because the standard library's distributions differ between implementations.
  std::uint64_t random() {
    const std::uint64_t number = base::split_mix(state_);
    state_ += base::kGoldenRatio;
    return number;
  }
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(random() % bound); }
  template <typename T, std::size_t N>
  const T& any_of(const std::array<T, N>& choices) {
    return choices[below(N)];
  }

  static std::string without_entities(std::string_view text) {
    static constexpr std::array<std::pair<std::string_view, char>, 6> kEntities = {
        {{"&lt;", '<'},
         {"&gt;", '>'},
         {"&quot;", '"'},
         {"&apos;", '\''},
         {"&#xA;", ' '},
         {"&amp;", '&'}}};
    std::string out;
    while (!text.empty()) {
      const auto* found = std::find_if(kEntities.begin(), kEntities.end(), [&](const auto& entity) {
        return text.starts_with(entity.first);
      });
      if (found != kEntities.end()) {
        out += found->second;
        text.remove_prefix(found->first.size());
      } else {
        out += text.front() == '\n' ? ' ' : text.front();
        text.remove_prefix(1);
      }
    }
    return out;
  }

  static std::string without_tags(std::string_view html) {
    std::string out;
    bool inside = false;
    for (const char c : html) {
      if (c == '<') inside = true;
      if (!inside) out += c;
      if (c == '>') inside = false;
    }
    return out;
  }

  // At most `most` bytes from a random place on, in whole characters.
  std::string cut(std::string_view text, std::size_t most) {
    const auto is_inside = [&](std::size_t at) {
      return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80;
    };
    std::size_t begin = below(4) == 0 && text.size() > most ? below(text.size() - most) : 0;
    while (is_inside(begin)) ++begin;
    std::size_t end = std::min(text.size(), begin + most);
    while (is_inside(end)) ++end;
    return std::string(text.substr(begin, end - begin));
  }

  static std::vector<std::string> attributes(const std::filesystem::path& path,
                                             std::string_view name) {
    const std::string xml = read(path);
    const std::string key = " " + std::string(name) + "=\"";
    std::vector<std::string> found;
    for (std::size_t at = xml.find(key); at != std::string::npos; at = xml.find(key, at)) {
      at += key.size();
      const std::size_t end = std::min(xml.find('"', at), xml.size());
      found.push_back(without_entities(std::string_view(xml).substr(at, end - at)));
      at = end;
    }
    return found;
  }

  void add_posts(std::size_t count) {
    const auto bodies = attributes(posts_file(), "Body");
    for (std::size_t i = 0; i < bodies.size() && i < count; ++i) {
      const std::string text = without_entities(without_tags(bodies[i]));
      lines_.push_back(cut(i % 5 == 0 ? bodies[i] : text, i % 50 == 0 ? 4'000 : 40 + below(500)));
    }
  }

  void add_comments(std::size_t count) {
    const auto texts = attributes(data_ / "arqmath/collection/Comments.V1.3.xml", "Text");
    for (std::size_t i = 0; i < count && 5 * i < texts.size(); ++i) lines_.push_back(texts[5 * i]);
  }

  void add_formulas(std::size_t count) {
    const std::string table = read(data_ / "arqmath/collection/latex_representation_v3/1.tsv");
    std::size_t line = 0;
    for (std::size_t at = 0, end = 0; at < table.size() && line < 20 * count;
         at = end + 1, ++line) {
      end = std::min(table.find('\n', at), table.size());
      if (line % 20 != 1) continue;
      const std::string_view row = std::string_view(table).substr(at, end - at);
      const std::size_t tab = row.rfind('\t');
      const std::string formula(row.substr(tab == std::string_view::npos ? 0 : tab + 1));
      lines_.push_back(below(2) == 0 ? "$" + formula + "$" : formula);
    }
  }

  static void append(std::string& line, char32_t c) {
    if (c != '\n' && c != 0 && (c < 0xD800 || c > 0xDFFF)) base::append_code_point(line, c);
  }

  // Every character of most blocks, and some of the large ones.
  void add_scripts() {
    static constexpr std::array<Range, 7> kWhole = {{{0x1, 0x33FF},
                                                     {0xA000, 0xABFF},
                                                     {0xD7B0, 0xD7FF},
                                                     {0xF900, 0xFFFD},
                                                     {0x10000, 0x123FF},
                                                     {0x16800, 0x1BCFF},
                                                     {0x1CF00, 0x1FBFF}}};
    static constexpr std::array<Range, 5> kSome = {{{0x3400, 0x9FFF},
                                                    {0xAC00, 0xD7A3},
                                                    {0xE000, 0xF8FF},
                                                    {0x20000, 0x323AF},
                                                    {0xE0000, 0xE01FF}}};
    std::string line;
    std::size_t in_line = 0;
    const auto add = [&](char32_t c) {
      append(line, c);
      const std::size_t dice = below(12);
      if (dice == 0) line += ' ';
      if (dice == 1) line += static_cast<char>('a' + below(26));
      if (++in_line == 16) {
        lines_.push_back(std::exchange(line, {}));
        in_line = 0;
      }
    };
    for (const auto& [first, last] : kWhole) {
      for (char32_t c = first; c <= last; ++c) add(c);
    }
    for (std::size_t i = 0; i < 6'000; ++i) {
      const auto& [first, last] = any_of(kSome);
      add(first + static_cast<char32_t>(below(last - first + 1)));
    }
  }

  // Letters with many marks, whose order matters, and Hangul in parts.
  void add_marks() {
    static constexpr std::array<Range, 12> kMarks = {{{0x300, 0x36F},
                                                      {0x483, 0x489},
                                                      {0x591, 0x5C7},
                                                      {0x610, 0x61A},
                                                      {0x64B, 0x65F},
                                                      {0x93C, 0x94D},
                                                      {0xE31, 0xE4E},
                                                      {0xF71, 0xF84},
                                                      {0x1AB0, 0x1AC0},
                                                      {0x1DC0, 0x1DFF},
                                                      {0x20D0, 0x20F0},
                                                      {0x3099, 0x309A}}};
    static constexpr std::array<Range, 8> kBases = {{{'A', 'z'},
                                                     {0xC0, 0x24F},
                                                     {0x391, 0x3C9},
                                                     {0x410, 0x44F},
                                                     {0x915, 0x939},
                                                     {0x304B, 0x30DB},
                                                     {0x1E00, 0x1FFC},
                                                     {0x1100, 0x11FF}}};
    const auto from = [&](const Range& range) {
      return range.first + static_cast<char32_t>(below(range.second - range.first + 1));
    };
    std::string line;
    for (std::size_t i = 0; i < 10; ++i) {
      if (below(5) == 0) line += ' ';
      append(line, from(any_of(kBases)));
      for (std::size_t marks = below(5); marks > 0; --marks) append(line, from(any_of(kMarks)));
    }
    lines_.push_back(std::move(line));
  }

  void add_emoji() {
    static constexpr std::array<std::string_view, 16> kParts = {"👩‍👩‍👧‍👦",
                                                                "🏳️‍🌈",
                                                                "👍🏽",
                                                                "🇩🇪",
                                                                "🇫🇷",
                                                                "1️⃣",
                                                                "#️⃣",
                                                                "❤️",
                                                                "☺",
                                                                "🤷🏿‍♀️",
                                                                "🧑🏻‍🚀",
                                                                "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
                                                                "👨‍💻",
                                                                "✌️",
                                                                "😀",
                                                                "🫠"};
    std::string line;
    for (std::size_t i = 0; i < 8; ++i) {
      const std::size_t dice = below(4);
      if (dice == 0) {
        line += any_of(kParts);
      } else if (dice == 1) {
        append(line, 0x1F300 + static_cast<char32_t>(below(0x700)));
      } else if (dice == 2) {
        line += " so";
      } else {
        append(line, any_of(std::array<char32_t, 5>{0x200D, 0xFE0F, 0xFE0E, 0x20E3, 0x1F3FB}));
      }
    }
    lines_.push_back(std::move(line));
  }

  void add_controls() {
    std::string line;
    for (std::size_t i = 0; i < 24; ++i) {
      const std::size_t dice = below(6);
      if (dice == 0) append(line, static_cast<char32_t>(1 + below(0x1F)));
      if (dice == 1) append(line, 0x7F + static_cast<char32_t>(below(0x22)));
      if (dice == 2) append(line, 0x2000 + static_cast<char32_t>(below(0x70)));
      if (dice == 3) {
        append(line, any_of(std::array<char32_t, 8>{0xAD, 0xFEFF, 0xFFFD, 0x180E, 0x3000, 0x1680,
                                                    0xFFF9, 0xE0041}));
      }
      if (dice >= 4)
        line += any_of(std::array<std::string_view, 5>{"a", "the ", " proof", "1", "X"});
    }
    lines_.push_back(std::move(line));
  }

  void add_garbage() {
    static constexpr std::array<std::string_view, 24> kParts = {
        "[CLS]", "[SEP]",  "[MASK]",    " <mask> ", "<s>",  "</s>",   "<pad>", "<|endoftext|>",
        "  ",    "\t",     "\r",        "   \t  ",  "'s",   "'LL",    "n't",   "``quoted''",
        "...",   "\\frac", "x_{n+1}^2", "\\\\",     "▁low", "Ġhello", "##ing", "<unk>"};
    std::string line;
    switch (below(5)) {
      case 0:  // random ASCII
        for (std::size_t i = below(120); i > 0; --i) line += static_cast<char>(32 + below(95));
        break;
      case 1:  // texts that tokenizers themselves write
        for (std::size_t i = 1 + below(12); i > 0; --i) {
          line += any_of(kParts);
          if (below(3) == 0) line += "word";
        }
        break;
      case 2: {  // one word, about as long as WordPiece accepts
        const std::size_t length = 80 + below(60);
        for (std::size_t i = 0; i < length; ++i) line += static_cast<char>('a' + below(5));
        break;
      }
      case 3: {  // one character repeated
        const std::size_t length = 1 + below(200);
        const std::size_t sign = below(5);
        for (std::size_t i = 0; i < length; ++i) line += sign < 4 ? " .1a"[sign] : '\t';
        break;
      }
      default:  // digits and words without spaces
        for (std::size_t i = 1 + below(20); i > 0; --i) {
          const std::uint64_t number = random();
          line += std::to_string(number % (std::uint64_t{1} << below(63)));
          line += any_of(std::array<std::string_view, 6>{"", " ", ",", ".", "th", "½"});
        }
    }
    lines_.push_back(std::move(line));
  }

  std::filesystem::path data_;
  std::uint64_t state_ = 19;
  std::vector<std::string> lines_;
};

}  // namespace noether::neural::tokens
