#include "noether/search/suggest/examples.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "noether/base/ascii.h"
#include "noether/index/analysis/spaces.h"
#include "noether/search/formula/formula_query.h"
#include "noether/search/query/query_parser.h"
#include "noether/text/words.h"

namespace noether::search {
namespace {

constexpr std::uint32_t kDocumentsRead = 200;
constexpr std::size_t kFormulasOfDocument = 15;
constexpr std::size_t kLongestExample = 60;
constexpr std::size_t kLongestTitle = 120;
constexpr std::size_t kMostTried = 6;  // of the candidates for one example
constexpr double kSecondsOfEqual = 0.03;

// Commands that make a formula memorable.
constexpr std::array<std::string_view, 14> kTellingCommands = {
    "\\frac", "\\sqrt", "\\int", "\\sum", "\\lim", "\\prod",  "\\binom",
    "\\sin",  "\\cos",  "\\log", "\\ln",  "\\exp", "\\infty", "^"};
// Commands that need more than a line, or the text around them.
constexpr std::array<std::string_view, 8> kAwkwardCommands = {
    "\\text", "\\mbox", "\\begin", "\\label", "\\tag", "\\dots", "\\ldots", "\\cdots"};

struct ExampleFormula {
  std::string latex;
  std::size_t leaves = 0;
  std::size_t document = 0;  // among those that were read
  bool has_relation = false;
  bool is_telling = false;
  double score = 0;
};

// The places of the one-letter variables of a formula, by letter.
std::map<char, std::vector<std::uint32_t>> letters_of(const FormulaQuery& query) {
  std::map<char, std::vector<std::uint32_t>> letters;
  const formula::OperatorTree& tree = query.formula().operators;
  for (formula::NodeId id = 0; id < tree.node_count(); ++id) {
    const base::Span source = tree.node(id).source;
    if (tree.op(id) != formula::Op::Variable || source.end != source.begin + 1) continue;
    if (source.end > query.latex().size() || !base::is_letter(query.latex()[source.begin]))
      continue;
    std::vector<std::uint32_t>& places = letters[query.latex()[source.begin]];
    if (std::ranges::find(places, source.begin) == places.end()) places.push_back(source.begin);
  }
  return letters;
}

class ExampleMaker {
 public:
  ExampleMaker(Searcher& searcher, const SearchWeights& weights, const IsOver& is_over)
      : searcher_(searcher), weights_(weights), is_over_(is_over) {}

  base::Result<std::vector<Example>> run() {
    if (auto read = read_documents(); !read) return std::unexpected(std::move(read.error()));
    using Step = base::Result<bool> (ExampleMaker::*)();
    for (const Step step :
         {&ExampleMaker::words_and_formula, &ExampleMaker::renamed, &ExampleMaker::meaning,
          &ExampleMaker::contains, &ExampleMaker::wildcard, &ExampleMaker::phrase}) {
      const auto made = (this->*step)();
      if (!made && is_over_ && is_over_()) break;
      if (!made) return std::unexpected(made.error());
    }
    searcher_.set_weights(weights_);
    return std::move(examples_);
  }

 private:
  base::Result<void> read_documents() {
    const index::IndexReader& index = searcher_.index();
    const std::uint32_t step = std::max(1U, index.documents() / kDocumentsRead);
    for (std::uint32_t i = 0; i < index.documents(); i += step) {
      if (index.is_deleted(i)) continue;
      if (is_over_ && is_over_()) break;
      auto document = index.document(i);
      if (!document) return std::unexpected(std::move(document.error()));
      documents_.push_back(std::move(*document));
      auto added = add_formulas(documents_.size() - 1);
      if (!added) return added;
    }
    std::ranges::stable_sort(candidates_, std::greater(), &ExampleFormula::score);
    return {};
  }

  base::Result<void> add_formulas(std::size_t number) {
    std::size_t read = 0;
    for (const text::Field& field : documents_[number].fields) {
      for (const text::FormulaSpan& span : field.formulas) {
        if (++read > kFormulasOfDocument) return {};
        const std::string latex = field.text.substr(span.begin, span.end - span.begin);
        if (latex.size() > kLongestExample || latex.find_first_of("$?%\n") != std::string::npos) {
          continue;
        }
        auto added = add_formula(number, latex, field.name.ends_with("title"));
        if (!added) return added;
      }
    }
    return {};
  }

  base::Result<void> add_formula(std::size_t number, const std::string& latex, bool is_in_title) {
    const auto has = [&](std::string_view command) {
      return latex.find(command) != std::string::npos;
    };
    if (std::ranges::any_of(kAwkwardCommands, has)) return {};
    if (!seen_.insert(latex).second) return {};
    const auto query = FormulaQuery::read(latex);
    if (!query || query->has_wildcards() || !query->formula().diagnostics.empty()) return {};
    ExampleFormula candidate{.latex = latex,
                             .leaves = query->paths().leaves.size(),
                             .document = number,
                             .has_relation = latex.find_first_of("=<>") != std::string::npos ||
                                             has("\\le") || has("\\ge") || has("\\to") ||
                                             has("\\in ")};
    const index::IndexReader& index = searcher_.index();
    const auto same =
        index.find_formulas(index::Identity::Renaming, query->identity(index::Identity::Renaming));
    if (!same) return std::unexpected(same.error());
    const auto telling = std::ranges::count_if(kTellingCommands, has);
    candidate.is_telling = telling > 0;
    candidate.score = static_cast<double>(std::min<std::ptrdiff_t>(telling, 3)) +
                      std::log1p(static_cast<double>(same->size())) + (is_in_title ? 1.5 : 0);
    candidates_.push_back(std::move(candidate));
    return {};
  }

  // Tries the query in the mode of its kind; if it finds something, it becomes an example.
  base::Result<bool> offer(ExampleKind kind, const std::string& text) {
    auto query = parse_query(text);
    if (!query) return false;
    SearchWeights weights = weights_;
    weights.weigh("semantic", 0);
    if (kind == ExampleKind::Meaning || kind == ExampleKind::Contains) {
      weights.formula_mode =
          kind == ExampleKind::Meaning ? FormulaMode::Equal : FormulaMode::ContainsRenamed;
      for (Clause& clause : query->clauses) clause.occurrence = Occurrence::Required;
    }
    searcher_.set_weights(weights);
    const auto found =
        searcher_.search(*query, {.top = 1, .equal_seconds = kSecondsOfEqual, .is_over = is_over_});
    if (!found) return std::unexpected(found.error());
    if (found->documents.empty()) return false;
    examples_.push_back({kind, text});
    return true;
  }

  // Uses the first suitable formula that makes an example; each formula is shown once.
  template <typename Fits, typename Text>
  base::Result<bool> try_formulas(ExampleKind kind, Fits fits, Text text) {
    std::size_t tried = 0;
    for (const ExampleFormula& candidate : candidates_) {
      if (tried == kMostTried) break;
      if (std::ranges::find(used_, candidate.latex) != used_.end() || !fits(candidate)) continue;
      const std::optional<std::string> query = text(candidate);
      if (!query) continue;
      ++tried;
      const auto made = offer(kind, *query);
      if (!made) return made;
      if (!*made) continue;
      used_.push_back(candidate.latex);
      return true;
    }
    return false;
  }

  // The significant words of a title that are not only in this document, in their order.
  base::Result<std::vector<text::Word>> title_words(const text::Document& document,
                                                    const text::Field*& title) {
    title = nullptr;
    for (const text::Field& field : document.fields) {
      if (field.name == "title" && field.text.size() <= kLongestTitle) title = &field;
    }
    std::vector<text::Word> words;
    if (title == nullptr) return words;
    text::WordReader reader;
    text::Word word;
    reader.start(*title);
    while (reader.next(word)) {
      if (word.stop_word || word.text.size() < 4) continue;
      const auto documents =
          searcher_.index().frequency(index::space::words, index::term_key(word.stem));
      if (!documents) return std::unexpected(documents.error());
      if (*documents >= 2) words.push_back(word);
    }
    return words;
  }

  static std::string_view text_of(const text::Field& title, const text::Word& word) {
    return std::string_view(title.text).substr(word.begin, word.end - word.begin);
  }

  base::Result<bool> words_and_formula() {
    base::Result<void> read;
    const auto made = try_formulas(
        ExampleKind::WordsAndFormula,
        [](const ExampleFormula& one) { return one.leaves >= 3 && one.leaves <= 12; },
        [&](const ExampleFormula& one) -> std::optional<std::string> {
          const text::Field* title = nullptr;
          const auto words = title_words(documents_[one.document], title);
          if (!words) read = std::unexpected(words.error());
          if (!words || words->size() < 2) return std::nullopt;
          std::string text;
          for (std::size_t i = 0; i < std::min<std::size_t>(3, words->size()); ++i) {
            text += std::string(text_of(*title, (*words)[i])) + " ";
          }
          return text + "$" + one.latex + "$";
        });
    if (!read) return std::unexpected(read.error());
    return made;
  }

  base::Result<bool> renamed() {
    return try_formulas(
        ExampleKind::Renamed,
        [](const ExampleFormula& one) { return one.leaves >= 3 && one.leaves <= 14; },
        with_other_letters);
  }

  static std::optional<std::string> with_other_letters(const ExampleFormula& one) {
    const auto before = FormulaQuery::read(one.latex);
    if (!before) return std::nullopt;
    const auto letters = letters_of(*before);
    if (letters.empty()) return std::nullopt;
    std::string latex = one.latex;
    std::string_view fresh = "ukhmtpqrswvyz";
    for (const auto& [letter, places] : letters) {
      while (!fresh.empty() && one.latex.find(fresh.front()) != std::string::npos) {
        fresh.remove_prefix(1);
      }
      if (fresh.empty()) return std::nullopt;
      for (const std::uint32_t place : places) latex[place] = fresh.front();
      fresh.remove_prefix(1);
    }
    const auto after = FormulaQuery::read(latex);
    const auto identity = [](const FormulaQuery& query) {
      return query.identity(index::Identity::Renaming);
    };
    if (!after || identity(*after) != identity(*before)) return std::nullopt;
    return "$" + latex + "$";
  }

  static std::optional<std::string> as_it_is(const ExampleFormula& one) {
    return "$" + one.latex + "$";
  }

  base::Result<bool> meaning() {
    return try_formulas(
        ExampleKind::Meaning,
        [](const ExampleFormula& one) {
          return one.leaves >= 3 && one.leaves <= 8 && one.is_telling && !one.has_relation;
        },
        as_it_is);
  }

  base::Result<bool> contains() {
    return try_formulas(
        ExampleKind::Contains,
        [](const ExampleFormula& one) {
          return one.leaves >= 2 && one.leaves <= 4 && one.is_telling && !one.has_relation;
        },
        as_it_is);
  }

  base::Result<bool> wildcard() {
    return try_formulas(
        ExampleKind::Wildcard,
        [](const ExampleFormula& one) { return one.leaves >= 3 && one.leaves <= 10; },
        [](const ExampleFormula& one) -> std::optional<std::string> {
          const auto query = FormulaQuery::read(one.latex);
          if (!query) return std::nullopt;
          for (auto [letter, places] : letters_of(*query)) {
            if (places.size() < 2) continue;
            std::ranges::sort(places, std::greater());
            std::string latex = one.latex;
            for (const std::uint32_t place : places) {
              // After a script sign or a command, the wildcard would not be a single argument.
              const bool is_free =
                  place == 0 || std::string_view("{([=+-, ").contains(latex[place - 1]);
              latex.replace(place, 1, is_free ? "?a" : "{?a}");
            }
            return "$" + latex + "$";
          }
          return std::nullopt;
        });
  }

  base::Result<bool> phrase() {
    // First with a tag, if any document has one.
    for (const bool has_tags : {true, false}) {
      std::size_t tried = 0;
      for (const text::Document& document : documents_) {
        if (document.tags.empty() == has_tags || tried >= kMostTried) continue;
        const auto made = try_title(document, tried);
        if (!made || *made) return made;
      }
    }
    return false;
  }

  base::Result<bool> try_title(const text::Document& document, std::size_t& tried) {
    const text::Field* title = nullptr;
    const auto words = title_words(document, title);
    if (!words) return std::unexpected(words.error());
    for (std::size_t i = 0; i + 1 < words->size() && tried < kMostTried; ++i) {
      const text::Word& first = (*words)[i];
      const text::Word& second = (*words)[i + 1];
      if (second.position != first.position + 1 || second.begin != first.end + 1) continue;
      ++tried;
      const auto required = [](ClauseKind kind, std::string text) {
        Clause clause;
        clause.kind = kind;
        clause.occurrence = Occurrence::Required;
        clause.text = std::move(text);
        return clause;
      };
      Query query;
      query.clauses = {
          required(ClauseKind::Phrase, title->text.substr(first.begin, second.end - first.begin))};
      if (!document.tags.empty()) {
        query.clauses.push_back(required(ClauseKind::Tag, document.tags.front()));
      }
      const auto made = offer(ExampleKind::Phrase, query_text(query));
      if (!made || *made) return made;
    }
    return false;
  }

  Searcher& searcher_;
  const SearchWeights& weights_;
  const IsOver& is_over_;
  std::vector<text::Document> documents_;
  std::set<std::string> seen_;
  std::vector<ExampleFormula> candidates_;  // the best first
  std::vector<std::string> used_;
  std::vector<Example> examples_;
};

}  // namespace

std::string_view example_name(ExampleKind kind) {
  switch (kind) {
    case ExampleKind::WordsAndFormula:
      return "words-and-formula";
    case ExampleKind::Renamed:
      return "renamed";
    case ExampleKind::Meaning:
      return "meaning";
    case ExampleKind::Contains:
      return "contains";
    case ExampleKind::Wildcard:
      return "wildcard";
    case ExampleKind::Phrase:
      return "phrase";
  }
  return "";
}

base::Result<std::vector<Example>> make_examples(Searcher& searcher, const SearchWeights& weights,
                                                 const IsOver& is_over) {
  return ExampleMaker(searcher, weights, is_over).run();
}

}  // namespace noether::search
