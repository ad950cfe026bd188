#include "noether/train/amr/amr_examples.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "noether/base/file_system.h"
#include "noether/base/mix.h"
#include "noether/neural/pairs/tokenized_pairs.h"
#include "noether/neural/tensor/safetensors.h"

namespace noether::train {
namespace {

constexpr std::string_view kExamplesFormat = "noether-amr-examples";
constexpr std::string_view kExamplesVersion = "1";
constexpr std::uint64_t kMaxExamplesBytes = std::uint64_t{4} << 30;

// Writes all lists of all examples into one list of numbers, each preceded by its length.
class NumberWriter {
 public:
  template <typename Number>
  void list(const std::vector<Number>& numbers) {
    one(numbers.size());
    for (const Number number : numbers) one(number);
  }
  template <typename Number>
  void one(Number number) {
    numbers_.push_back(static_cast<std::int32_t>(number));
  }
  const std::vector<std::int32_t>& numbers() const { return numbers_; }

 private:
  std::vector<std::int32_t> numbers_;
};

class NumberReader {
 public:
  explicit NumberReader(const std::vector<std::int32_t>& numbers) : numbers_(numbers) {}

  // Reads a number from `low` to `high` - 1; any other number makes reading fail.
  std::int32_t one(std::int64_t low, std::int64_t high) {
    if (at_ == numbers_.size() || numbers_[at_] < low || numbers_[at_] >= high) {
      good_ = false;
      return 0;
    }
    return numbers_[at_++];
  }
  template <typename Number>
  void list(std::int64_t low, std::int64_t high, std::vector<Number>& to) {
    const auto size = static_cast<std::size_t>(one(0, std::ssize(numbers_)));
    if (size > numbers_.size() - at_) good_ = false;
    for (std::size_t i = 0; i < size && good_; ++i)
      to.push_back(static_cast<Number>(one(low, high)));
  }
  bool good() const { return good_; }
  bool is_at_end() const { return at_ == numbers_.size(); }

 private:
  const std::vector<std::int32_t>& numbers_;
  std::size_t at_ = 0;
  bool good_ = true;
};

void write_example(const AmrExample& example, NumberWriter& to) {
  to.list(example.tokens);
  to.list(example.segments);
  to.list(example.firsts);
  to.list(example.fragments);
  to.list(example.senses);
  to.list(example.heads);
  to.list(example.roles);
  to.one(example.reentrant.size());
  for (const ExampleEdge& edge : example.reentrant) {
    to.one(edge.head);
    to.one(edge.dependent);
    to.one(edge.role);
  }
}

AmrExample read_example(const AmrExamples& all, BankKind kind, NumberReader& from) {
  const bool is_tree = kind == BankKind::Treebank;
  const std::uint32_t roles = is_tree ? all.relations : all.roles.labels;
  AmrExample example;
  from.list(0, all.vocabulary, example.tokens);
  from.list(0, all.segments, example.segments);
  const auto tokens = std::ssize(example.tokens);
  from.list(0, tokens, example.firsts);
  const auto words = std::ssize(example.firsts);
  from.list(AmrExample::kNone, is_tree ? all.tags : all.fragments.labels, example.fragments);
  from.list(AmrExample::kNone, is_tree ? 0 : all.senses.labels, example.senses);
  from.list(AmrExample::kNone, words + 1, example.heads);
  from.list(AmrExample::kNone, roles, example.roles);
  const auto edges = from.one(0, words * words + 1);
  for (std::int32_t i = 0; i < edges && from.good(); ++i) {
    ExampleEdge edge;
    edge.head = static_cast<std::uint32_t>(from.one(0, words));
    edge.dependent = static_cast<std::uint32_t>(from.one(0, words));
    edge.role = static_cast<std::uint32_t>(from.one(0, roles));
    example.reentrant.push_back(edge);
  }
  return example;
}

bool is_whole(const AmrExample& example) {
  const std::size_t words = example.words();
  return words > 0 && example.segments.size() == example.tokens.size() &&
         example.fragments.size() == words && example.senses.size() == words &&
         example.heads.size() == words && example.roles.size() == words;
}

NumberWriter numbers_of(const std::vector<ExampleBank>& banks) {
  NumberWriter numbers;
  for (const ExampleBank& bank : banks) {
    numbers.one(static_cast<int>(bank.kind));
    numbers.one(bank.examples.size());
    for (const AmrExample& example : bank.examples) write_example(example, numbers);
  }
  return numbers;
}

std::vector<std::uint8_t> bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

}  // namespace

std::uint64_t AmrExamples::identity() const {
  std::uint64_t identity = tokenizer;
  for (const ExampleBank& bank : banks) {
    if (bank.kind == BankKind::Validation) continue;
    const NumberWriter written = numbers_of({bank});
    for (const std::int32_t number : written.numbers()) {
      identity = base::split_mix(identity ^ static_cast<std::uint32_t>(number));
    }
  }
  for (const LabelFile* const labels : {&fragments, &senses, &roles}) {
    identity = base::split_mix(identity ^ neural::identity_of(labels->text));
  }
  return identity;
}

std::string AmrExamples::to_bytes() const {
  const NumberWriter numbers = numbers_of(banks);
  std::string names;
  for (const ExampleBank& bank : banks) names += bank.name + "\n";
  const auto fragment_bytes = bytes_of(fragments.text);
  const auto sense_bytes = bytes_of(senses.text);
  const auto role_bytes = bytes_of(roles.text);
  const auto lexicon_bytes = bytes_of(lexicon);
  using neural::TensorType;
  const std::vector<neural::Tensor> tensors = {
      neural::number_tensor("examples", TensorType::I32, numbers.numbers()),
      neural::number_tensor("fragments", TensorType::U8, fragment_bytes),
      neural::number_tensor("senses", TensorType::U8, sense_bytes),
      neural::number_tensor("roles", TensorType::U8, role_bytes),
      neural::number_tensor("lexicon", TensorType::U8, lexicon_bytes),
  };
  return neural::safetensors_bytes(tensors, {{"format", std::string(kExamplesFormat)},
                                             {"version", std::string(kExamplesVersion)},
                                             {"tokenizer", fmt::to_string(tokenizer)},
                                             {"mask", fmt::to_string(mask)},
                                             {"vocabulary", fmt::to_string(vocabulary)},
                                             {"segments", fmt::to_string(segments)},
                                             {"fragments", fmt::to_string(fragments.labels)},
                                             {"senses", fmt::to_string(senses.labels)},
                                             {"roles", fmt::to_string(roles.labels)},
                                             {"tags", fmt::to_string(tags)},
                                             {"relations", fmt::to_string(relations)},
                                             {"banks", names}});
}

base::Result<AmrExamples> AmrExamples::from_bytes(std::string_view bytes) {
  const auto file = neural::Safetensors::parse(bytes);
  if (!file) return std::unexpected(file.error());
  const auto metadata = [&](const char* name) {
    const auto found = file->metadata().find(name);
    return found == file->metadata().end() ? std::string() : found->second;
  };
  if (metadata("format") != kExamplesFormat || metadata("version") != kExamplesVersion) {
    return base::fail("not a file of examples of meaning graphs, or of another version");
  }
  bool good = true;
  const auto read_number = [&](const char* name, auto& to) {
    const std::string text = metadata(name);
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, to);
    good = good && error == std::errc{} && stopped == end;
  };
  const auto read_text = [&](const char* name, std::string& to) {
    std::vector<std::uint8_t> text;
    good = good && neural::read_numbers(*file, name, neural::TensorType::U8, text);
    to.assign(text.begin(), text.end());
  };
  const auto read_labels = [&](const char* name, LabelFile& to) {
    read_number(name, to.labels);
    read_text(name, to.text);
  };
  AmrExamples examples;
  read_number("tokenizer", examples.tokenizer);
  read_number("mask", examples.mask);
  read_number("vocabulary", examples.vocabulary);
  read_number("segments", examples.segments);
  read_number("tags", examples.tags);
  read_number("relations", examples.relations);
  read_labels("fragments", examples.fragments);
  read_labels("senses", examples.senses);
  read_labels("roles", examples.roles);
  read_text("lexicon", examples.lexicon);
  std::vector<std::int32_t> numbers;
  good = good && neural::read_numbers(*file, "examples", neural::TensorType::I32, numbers);

  NumberReader reader(numbers);
  const std::string names = metadata("banks");
  for (std::size_t at = 0; at < names.size() && good;) {
    const std::size_t end = std::min(names.find('\n', at), names.size());
    ExampleBank bank;
    bank.name = names.substr(at, end - at);
    bank.kind = static_cast<BankKind>(reader.one(0, kBankKinds));
    const auto count = reader.one(0, std::ssize(numbers));
    for (std::int32_t i = 0; i < count && good; ++i) {
      bank.examples.push_back(read_example(examples, bank.kind, reader));
      good = reader.good() && is_whole(bank.examples.back());
    }
    examples.banks.push_back(std::move(bank));
    at = end + 1;
  }
  if (!good || !reader.good() || !reader.is_at_end()) {
    return base::fail("damaged: its numbers do not fit together");
  }
  return examples;
}

base::Result<void> AmrExamples::save(const std::string& path) const {
  return base::write_atomically(base::FileSystem::real(), path, to_bytes());
}

base::Result<AmrExamples> AmrExamples::load(const std::string& path) {
  const auto bytes = base::FileSystem::real().read(path, kMaxExamplesBytes);
  if (!bytes) return std::unexpected(bytes.error());
  auto examples = from_bytes(*bytes);
  if (!examples) {
    return base::fail(fmt::format("'{}': {}", path, examples.error().message), {},
                      "noether-train amr-examples makes such files");
  }
  return examples;
}

namespace {

constexpr std::string_view kTextComment = "# text = ";
// Indices of the columns of a word's line, which tabs separate.
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
                      "treebanks must be in CoNLL-U format");
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
      // "3-4" is a contraction whose parts follow; "5.1" is a word that the text leaves out.
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
