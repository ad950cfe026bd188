#include "noether/answer/read_candidates.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "noether/amr/declarations/kind_words.h"
#include "noether/formula/formula_io.h"
#include "noether/search/contexts/contexts.h"
#include "noether/search/present/snippet.h"
#include "noether/text/words.h"

namespace noether::answer {
namespace {

// Words of sentences that introduce names.
constexpr auto kIntroducing = std::to_array<std::string_view>(
    {"assume", "call", "consider", "define", "defined", "denote", "denoted", "denotes", "fix",
     "given", "let", "put", "set", "suppose", "take", "where", "write"});

// Words of sentences that ask for something.
constexpr auto kAsking = std::to_array<std::string_view>(
    {"compute", "determine", "evaluate", "find", "prove", "show", "solve"});

using Names = std::vector<std::string>;

bool has(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

void add(Names&& more, Names& names) {
  for (std::string& name : more) {
    if (!has(names, name)) names.push_back(std::move(name));
  }
}

template <typename NamesOf>
Names names_of_formulas(const text::Field& field, const NamesOf& names_of) {
  Names names;
  formula::FormulaReader reader;
  formula::Formula formula;
  for (const text::FormulaSpan& span : field.formulas) {
    const std::string_view latex =
        std::string_view(field.text).substr(span.begin, span.end - span.begin);
    const auto read = reader.read(formula::Notation::Latex, latex, formula,
                                  formula::FormulaReader::Want::Operators);
    if (read) add(names_of(formula.operators), names);
  }
  return names;
}

// For each symbol, the sentences of a document that introduce it.
class Introductions {
 public:
  static base::Result<Introductions> read(const index::IndexReader& index,
                                          const ReadDocument& read) {
    Introductions found;
    found.names_.resize(read.sentences.size());
    for (std::size_t i = 0; i < read.sentences.size(); ++i) {
      found.names_[i] = introduced_in(field_of(read.document, read.sentences[i]));
    }
    if (!search::has_sentence_graphs(index)) return found;
    const auto typed = search::ContextReader(index).declarations_in(read.number);
    if (!typed) return std::unexpected(typed.error());
    for (const search::PlacedDeclaration& one : *typed) {
      const auto sentence = std::ranges::find_if(read.sentences, [&](const SourceSentence& other) {
        return other.field == one.field && other.span.begin <= one.sentence.begin &&
               one.sentence.begin < other.span.end;
      });
      if (sentence == read.sentences.end()) continue;
      add({one.declaration.symbol},
          found.names_[static_cast<std::size_t>(sentence - read.sentences.begin())]);
    }
    return found;
  }

  const Names& of_sentence(std::size_t sentence) const { return names_[sentence]; }
  // The last sentence before this one that introduces the name.
  std::optional<std::size_t> last_before(std::size_t sentence, std::string_view name) const {
    while (sentence-- > 0) {
      if (has(names_[sentence], name)) return sentence;
    }
    return std::nullopt;
  }

 private:
  std::vector<Names> names_;  // for each sentence
};

// Whether the sentence asks something. A question is not part of an answer.
bool asks(std::string_view sentence) {
  if (sentence.ends_with('?')) return true;
  text::WordReader words;
  text::Word word;
  words.start(sentence);
  while (words.next(word)) {
    if (std::ranges::binary_search(kAsking, word.text)) return true;
  }
  return false;
}

void add_once(std::size_t sentence, std::vector<std::size_t>& sentences) {
  const auto at = std::ranges::lower_bound(sentences, sentence);
  if (at == sentences.end() || *at != sentence) sentences.insert(at, sentence);
}

}  // namespace

base::Result<ReadDocument> read_document(const index::IndexReader& index, std::uint32_t number) {
  auto document = index.document(number);
  if (!document) return std::unexpected(std::move(document.error()));
  ReadDocument read{number, *std::move(document), {}};
  read.sentences = sentences_of(read.document);
  return read;
}

std::vector<std::string> symbols_in(const text::Field& field) {
  return names_of_formulas(field, search::symbols_of);
}

std::vector<std::string> introduced_in(const text::Field& field) {
  text::WordReader words;
  text::Word word;
  words.start(field);
  bool introduces = false;
  while (!introduces && words.next(word)) {
    introduces = std::ranges::binary_search(kIntroducing, word.text);
  }
  if (!introduces) return {};
  return names_of_formulas(
      field, [](const formula::OperatorTree& tree) { return amr::declared_names(tree).names; });
}

base::Result<Definitions> definitions_for(const index::IndexReader& index, const Question& question,
                                          const ReadDocument& read, const Stretch& stretch,
                                          const ReadDocument* asked) {
  const auto here = Introductions::read(index, read);
  if (!here) return std::unexpected(here.error());
  Names known = symbols_in(question.title);
  add(symbols_in(question.body), known);
  Names used;
  for (std::size_t i = stretch.first; i < stretch.last; ++i) {
    add(Names(here->of_sentence(i)), known);
    add(symbols_in(field_of(read.document, read.sentences[i])), used);
  }
  Definitions found;
  Names open;
  for (const std::string& name : used) {
    if (has(known, name)) continue;
    if (const auto sentence = here->last_before(stretch.first, name)) {
      add_once(*sentence, found.in_document);
    } else {
      open.push_back(name);
    }
  }
  if (asked == nullptr || open.empty()) return found;
  const auto there = Introductions::read(index, *asked);
  if (!there) return std::unexpected(there.error());
  for (const std::string& name : open) {
    const auto sentence = there->last_before(asked->sentences.size(), name);
    if (!sentence || asks(text_of(asked->document, asked->sentences[*sentence]))) continue;
    add_once(*sentence, found.in_question);
  }
  return found;
}

base::Result<std::vector<ReadCandidate>> read_candidates(const index::IndexReader& index,
                                                         const QuestionParts& parts,
                                                         std::span<const Candidate> candidates,
                                                         const search::IsOver& is_over) {
  std::vector<ReadCandidate> all;
  TokenNumbers numbers;
  for (const Candidate& candidate : candidates) {
    if (auto on = search::go_on(is_over); !on) return std::unexpected(std::move(on.error()));
    auto read = read_document(index, candidate.document);
    if (!read) return std::unexpected(std::move(read.error()));
    auto met = parts.meet(index, read->number, read->document, read->sentences);
    if (!met) return std::unexpected(std::move(met.error()));
    for (SourceSentence& sentence : read->sentences) {
      sentence.tokens = numbers.of(text_of(read->document, sentence));
    }
    all.push_back({candidate, *std::move(read)});
  }
  return all;
}

Agreement agreement_with_others(std::span<const ReadCandidate> all, const ReadCandidate& one) {
  std::vector<std::vector<std::uint32_t>> others;
  for (const ReadCandidate& other : all) {
    if (&other == &one) continue;
    std::vector<std::uint32_t>& tokens = others.emplace_back();
    for (const SourceSentence& sentence : other.read.sentences) {
      tokens.insert(tokens.end(), sentence.tokens.begin(), sentence.tokens.end());
    }
  }
  return Agreement(others);
}

base::Result<Source> source_of(const index::IndexReader& index, const ReadDocument& read) {
  auto name = index.document_name(read.number, read.document.id);
  if (!name) return std::unexpected(std::move(name.error()));
  Source source;
  source.document = read.number;
  source.name = *std::move(name);
  source.kind = read.document.kind;
  if (const auto title = search::title_field(read.document)) {
    source.title = read.document.fields[*title];
  }
  return source;
}

}  // namespace noether::answer
