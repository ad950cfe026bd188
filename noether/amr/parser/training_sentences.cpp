#include "noether/amr/parser/training_sentences.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

#include "noether/amr/bank.h"
#include "noether/amr/lower_case.h"
#include "noether/amr/parser/scan_text.h"
#include "noether/amr/parser/sentence_labels.h"
#include "noether/base/ascii.h"
#include "noether/base/hash.h"

namespace noether::amr {
namespace {

base::Result<TrainingGraphs> read_topics(std::string_view text) {
  TrainingGraphs out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    const auto topic = nlohmann::json::parse(line, nullptr, false);
    if (!topic.is_object() || !topic.contains("context") || !topic.contains("amr_before_splice")) {
      ++out.left_out;
      continue;
    }
    auto tree = read_penman(topic["amr_before_splice"].get<std::string>());
    if (!tree) {
      ++out.left_out;
      continue;
    }
    out.graphs.push_back({topic.value("topic", ""),
                          split_words(topic["context"].get<std::string>()), *std::move(tree)});
  }
  return out;
}

// Reads the examples of PropBank that are plain AMR. The others have special roles, for places in
// space and for patients.
TrainingGraphs read_frame_graphs(std::string_view text) {
  TrainingGraphs out;
  take_until(text, "<example");
  while (!text.empty()) {
    std::string_view example = take_until(text, "<example");
    std::string_view graph = example;
    take_until(graph, "<amr version=\"2019\">");
    if (graph.empty()) continue;
    graph = take_until(graph, "</amr>");
    take_until(example, "<text>");
    const std::string_view sentence = take_until(example, "</text>");
    auto tree = read_penman(graph);
    // "&" begins an XML entity.
    if (!tree || sentence.contains('&') || graph.contains('&')) {
      ++out.left_out;
      continue;
    }
    out.graphs.push_back({"", split_words(sentence), *std::move(tree)});
  }
  return out;
}

}  // namespace

base::Result<TrainingGraphs> read_training_graphs(std::string_view text, Wordings wordings) {
  if (text.starts_with('{')) return read_topics(text);
  if (text.starts_with("<?xml")) return read_frame_graphs(text);
  TrainingGraphs out;
  BankReader reader(text);
  while (true) {
    auto entry = reader.next();
    if (!entry) {
      ++out.left_out;
      continue;
    }
    if (!*entry) return out;
    const std::string_view sentence = (*entry)->find("snt");
    if (sentence.empty()) {
      ++out.left_out;
      continue;
    }
    const std::string id((*entry)->find("id"));
    for (const auto& [key, value] : (*entry)->metadata) {
      if (key == "alt" && wordings == Wordings::All)
        out.graphs.push_back({id, split_words(value), (*entry)->tree});
    }
    out.graphs.push_back({id, split_words(sentence), std::move((*entry)->tree)});
  }
}

bool is_held_out(std::string_view sentence, unsigned part) {
  return base::digest_of(sentence).low % kParts == part;
}

namespace {

// Words that may precede a noun and the words that belong to it.
constexpr auto kBeforeNouns = std::to_array<std::string_view>(
    {"a",     "about", "against", "an",      "as",    "at",   "by",  "for",   "from",
     "in",    "into",  "of",      "on",      "over",  "that", "the", "these", "this",
     "those", "to",    "toward",  "towards", "under", "upon", "with"});
// Words that end a noun phrase before them.
constexpr auto kBehindNouns = std::to_array<std::string_view>(
    {"about", "against", "as",  "at",   "because", "by",   "for",   "from", "in",
     "into",  "of",      "on",  "over", "to",      "that", "which", "who",  "with",
     "when",  "where",   "and", "or",   ",",       ";",    ":",     "--",   "("});
// Words that begin a clause, whose main word is a verb.
constexpr auto kBeginClauses = std::to_array<std::string_view>(
    {"he", "i", "it", "she", "they", "we", "you", "there", "if", "what", "how", "why", "whether"});
// Words that stand for another word of the sentence.
constexpr auto kRelative =
    std::to_array<std::string_view>({"that", "what", "which", "who", "whom"});
// Words for which AMR has no node.
constexpr auto kUnwritten = std::to_array<std::string_view>(
    {"be-01", "be-02", "be-03", "have-01", "do-01", "do-04", "get-03", "get-24"});
constexpr std::size_t kMostNounTokens = 4;

bool is_among(const auto& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

std::optional<std::size_t> number_in(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return {};
  return number;
}

// Maps the tokens of PropBank, which are separated by blanks, to the words of the parser.
class Tokens {
 public:
  explicit Tokens(const Sentence& sentence) {
    const std::string_view text = sentence.text;
    WordId word = 0;
    for (std::size_t at = 0; at < text.size();) {
      if (text[at] == ' ') {
        ++at;
        continue;
      }
      const std::size_t end = std::min(text.find(' ', at), text.size());
      lower_.push_back(lower_case(text.substr(at, end - at)));
      const WordId first = word;
      while (word < sentence.words.size() && sentence.words[word].span.begin < end) ++word;
      // A token of several words has no main word.
      words_.push_back(word == first + 1 ? first : kNoWord);
      at = end;
    }
  }

  std::size_t size() const { return words_.size(); }
  WordId word(std::size_t token) const { return words_[token]; }

  // The main word of a noun phrase: the last one before its complements.
  WordId main_word(std::size_t first, std::size_t last) const {
    while (first < last && is_among(kBeforeNouns, lower_[first])) ++first;
    if (first < last && is_among(kBeginClauses, lower_[first])) return kNoWord;
    std::size_t end = first + 1;
    while (end <= last && !is_among(kBehindNouns, lower_[end])) ++end;
    const std::string& main = lower_[end - 1];
    if (end - first > kMostNounTokens || is_among(kBeforeNouns, main)) return kNoWord;
    return is_among(kRelative, main) ? kNoWord : words_[end - 1];
  }

 private:
  std::vector<std::string> lower_;
  std::vector<WordId> words_;
};

void read_arguments(std::string_view example, const Tokens& tokens, FrameExample& to) {
  take_until(example, "<arg ");
  while (!example.empty()) {
    const std::string_view argument = take_until(example, "<arg ");
    const std::string_view type = attribute_of(argument, "type=\"");
    const auto first = number_in(attribute_of(argument, "start=\""));
    const auto last = number_in(attribute_of(argument, "end=\""));
    if (type.size() != 4 || !type.starts_with("ARG") || !base::is_digit(type[3])) continue;
    if (!first || !last || *first > *last || *last >= tokens.size()) continue;
    const WordId word = tokens.main_word(*first, *last);
    if (word == kNoWord || word == to.word) continue;
    to.arguments.push_back({word, static_cast<unsigned>(type[3] - '0')});
  }
}

std::optional<FrameExample> read_example(std::string_view example,
                                         const std::string& concept_name) {
  std::string_view rest = example;
  take_until(rest, "<text>");
  const std::string_view text = take_until(rest, "</text>");
  // A dollar sign would begin a formula, and "&" an XML entity.
  if (text.empty() || text.find_first_of("$&\n") != std::string_view::npos) return {};
  FrameExample found;
  found.sentence = split_words(text);
  const Tokens tokens(found.sentence);
  const auto token = number_in(attribute_of(example, "relloc=\""));
  if (!token || *token >= tokens.size() || tokens.word(*token) == kNoWord) return {};
  found.word = tokens.word(*token);
  found.concept_name = concept_name;
  read_arguments(example, tokens, found);
  return found;
}

}  // namespace

std::vector<FrameExample> read_frame_examples(std::string_view propbank) {
  std::vector<FrameExample> examples;
  take_until(propbank, "<roleset ");
  while (!propbank.empty()) {
    std::string_view roleset = take_until(propbank, "<roleset ");
    std::string id(attribute_of(roleset, "id=\""));
    std::ranges::replace(id, '_', '-');
    std::ranges::replace(id, '.', '-');
    const std::size_t sense = id.rfind('-') + 1;
    if (sense == 0 || !number_in(std::string_view(id).substr(sense)) || is_among(kUnwritten, id)) {
      continue;
    }
    take_until(roleset, "<example");
    while (!roleset.empty()) {
      if (auto example = read_example(take_until(roleset, "<example"), id)) {
        examples.push_back(*std::move(example));
      }
    }
  }
  return examples;
}

}  // namespace noether::amr
