#include "noether/train/amr/treebank.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace noether::train {
namespace {

constexpr std::string_view kTextComment = "# text = ";
// Places of a word's line, with tabs between them.
enum Column : std::uint8_t {
  number_column = 0,
  form_column = 1,
  tag_column = 3,
  head_column = 6,
  relation_column = 7,
  columns = 10
};

std::vector<std::string_view> columns_of(std::string_view line) {
  std::vector<std::string_view> found;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find('\t', at), line.size());
    found.push_back(line.substr(at, end - at));
    at = end + 1;
  }
  return found;
}

}  // namespace

base::Result<std::vector<TreebankSentence>> read_treebank(std::string_view text) {
  std::vector<TreebankSentence> sentences;
  TreebankSentence sentence;
  std::size_t line_number = 0;
  const auto wrong = [&](std::string_view what) {
    return base::fail(fmt::format("line {}: {}", line_number, what), {},
                      "a treebank is in the format CoNLL-U");
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++line_number;
    if (line.starts_with(kTextComment)) sentence.text = line.substr(kTextComment.size());
    if (!line.empty() && !line.starts_with('#')) {
      const std::vector<std::string_view> column = columns_of(line);
      if (column.size() != columns) return wrong(fmt::format("a word has {} columns", +columns));
      // "3-4" is a contraction whose parts follow, "5.1" a word that the text leaves out.
      const std::string_view number = column[number_column];
      if (number.find_first_of("-.") != std::string_view::npos) continue;
      TreebankWord word;
      const std::string_view head = column[head_column];
      const auto [stopped, error] =
          std::from_chars(head.data(), head.data() + head.size(), word.head);
      if (error != std::errc{} || stopped != head.data() + head.size()) {
        return wrong("the head of a word is not a number");
      }
      word.text = column[form_column];
      word.tag = column[tag_column];
      const std::string_view relation = column[relation_column];
      word.relation = relation.substr(0, relation.find(':'));
      sentence.words.push_back(std::move(word));
      if (!text.empty()) continue;
    }
    if ((line.empty() || text.empty()) && !sentence.words.empty()) {
      const auto words = sentence.words.size();
      if (std::ranges::any_of(sentence.words,
                              [&](const TreebankWord& word) { return word.head > words; })) {
        return wrong("the head of a word is not in its sentence");
      }
      sentences.push_back(std::move(sentence));
      sentence = {};
    }
  }
  return sentences;
}

}  // namespace noether::train
