#include "noether/amr/mathamr/context_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "noether/amr/mathamr/formula_splice.h"
#include "noether/amr/mathamr/linearize.h"
#include "noether/amr/penman.h"
#include "noether/base/ascii.h"
#include "noether/formula/formula_io.h"
#include "noether/text/sentences.h"

namespace noether::amr {
namespace {

// A parser makes such a node for a formula; it has no meaning of its own.
constexpr std::string_view kEmptyConcept = "string-entity";

bool is_blank_character(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Removes the sign that ends a sentence from the formula, and returns it.
std::string_view take_sentence_sign(std::string_view& latex) {
  const auto trim = [&] {
    while (!latex.empty() && is_blank_character(latex.back())) latex.remove_suffix(1);
  };
  trim();
  const std::string_view whole = latex;
  // "\," and "\!" are blanks of LaTeX, and "..." is part of a formula.
  if (latex.size() < 2 || !std::string_view(".,;:?").contains(latex.back()) ||
      latex[latex.size() - 2] == '\\' || latex.ends_with("..")) {
    return {};
  }
  latex.remove_suffix(1);
  trim();
  return whole.substr(whole.size() - 1);
}

// Lines and tabs of the text become blanks.
void append_words(std::string_view text, std::string& out) {
  for (const char c : text) out += is_blank_character(c) ? ' ' : c;
}

std::string in_dollars(std::string_view latex) { return fmt::format("${}$", latex); }

// Replaces every placeholder by the text of its formula.
std::string fill_placeholders(std::string_view words, const std::vector<std::string>& formulas) {
  constexpr std::string_view kMark = "eqx";
  std::string out;
  while (!words.empty()) {
    const std::size_t at = std::min(words.find(kMark), words.size());
    out += words.substr(0, at);
    words.remove_prefix(at);
    if (words.empty()) break;
    const char* const digits = words.data() + kMark.size();
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(digits, words.data() + words.size(), number);
    const std::string_view behind = words.substr(static_cast<std::size_t>(end - words.data()));
    if (error == std::errc() && behind.starts_with(kMark) && number < formulas.size()) {
      out += formulas[number];
      words = behind.substr(kMark.size());
    } else {
      out += kMark;
      words.remove_prefix(kMark.size());
    }
  }
  return out;
}

bool means_something(const formula::OperatorTree& tree) {
  if (tree.empty()) return false;
  const formula::Op op = tree.op(tree.root());
  return op != formula::Op::Missing && op != formula::Op::Error;
}

// The formulas of a sentence, parsed.
class SentenceFormulas {
 public:
  explicit SentenceFormulas(const FormulaSentence& sentence) : read_(sentence.latex.size()) {
    formula::FormulaReader reader;
    for (std::size_t i = 0; i < read_.size(); ++i) {
      const bool is_read =
          reader.read(formula::Notation::Latex, sentence.latex[i], read_[i]).has_value();
      const bool has_tree = is_read && means_something(read_[i].operators);
      formulas_.push_back({fmt::format("{}", i), has_tree ? &read_[i] : nullptr});
    }
  }
  // Not copied, because the formulas point to the parsed trees.
  SentenceFormulas(const SentenceFormulas&) = delete;
  SentenceFormulas& operator=(const SentenceFormulas&) = delete;

  const std::vector<SentenceFormula>& all() const { return formulas_; }
  bool has_tree(std::size_t formula) const { return formulas_[formula].formula != nullptr; }

  // The operator tree of a formula, depth first.
  base::Result<std::string> operator_words(std::size_t formula) const {
    Graph graph;
    graph.add_node(fmt::format("eqx{}eqx", formula));
    auto tree = lay_out(splice_formulas(graph, std::span(&formulas_[formula], 1), kNoLayout));
    if (!tree) return std::unexpected(tree.error());
    tree->nodes.front().concept_name.clear();
    return linearize(*tree, {.repeats = true});
  }

  // The paper does not use layout.
  static constexpr SpliceOptions kNoLayout = {.layout = false};

 private:
  std::vector<formula::Formula> read_;
  std::vector<SentenceFormula> formulas_;
};

base::Result<std::string> graph_words(const Graph& graph) {
  auto tree = lay_out(graph);
  if (!tree) return std::unexpected(tree.error());
  for (PenmanTree::Node& node : tree->nodes) {
    if (node.concept_name == kEmptyConcept) node.concept_name.clear();
  }
  return linearize(*tree, {.repeats = true});
}

bool reads_operators(Representation representation) {
  return representation != Representation::AmrLatex && representation != Representation::TextLatex;
}

}  // namespace

std::string_view representation_name(Representation representation) {
  return kRepresentationNames[static_cast<std::size_t>(representation)];
}

std::optional<Representation> representation_by_name(std::string_view name) {
  const auto* const found = std::ranges::find(kRepresentationNames, name);
  if (found == kRepresentationNames.end()) return std::nullopt;
  return static_cast<Representation>(found - kRepresentationNames.begin());
}

bool reads_graph(Representation representation) {
  return representation == Representation::AmrOpt || representation == Representation::AmrLatex;
}

FormulaSentence read_formula_sentence(const text::Field& field, base::Span sentence) {
  const std::string_view text = field.text;
  FormulaSentence out;
  auto next =
      std::ranges::lower_bound(field.formulas, sentence.begin, {}, &text::FormulaSpan::begin);
  out.first_formula = static_cast<std::size_t>(next - field.formulas.begin());
  std::size_t at = sentence.begin;
  for (; next != field.formulas.end() && next->end <= sentence.end; ++next) {
    // The dollar signs are not part of the spans.
    std::size_t begin = next->begin;
    if (begin > at && text[begin - 1] == '$') --begin;
    append_words(text.substr(at, begin - at), out.words);
    std::string_view latex = text.substr(next->begin, next->end - next->begin);
    const std::string_view sign = take_sentence_sign(latex);
    out.words += fmt::format("eqx{}eqx{}", out.latex.size(), sign);
    out.latex.emplace_back(latex);
    at = next->end;
    if (at < sentence.end && text[at] == '$') ++at;
  }
  append_words(text.substr(at, sentence.end - at), out.words);
  return out;
}

FormulaSentence sentence_around(const text::Field& field, std::size_t formula) {
  const text::FormulaSpan& span = field.formulas[formula];
  const std::vector<base::Span> sentences = text::find_sentences(field);
  const auto found = std::ranges::find_if(sentences, [&](const base::Span& sentence) {
    return sentence.begin <= span.begin && span.end <= sentence.end;
  });
  // A formula without text belongs to no sentence.
  return read_formula_sentence(
      field, found != sentences.end() ? *found : base::Span{span.begin, span.end});
}

base::Result<std::string> context_text(Representation representation,
                                       const FormulaSentence& sentence, const Graph& graph,
                                       std::size_t queried, const ContextOptions& options) {
  std::vector<std::string> formulas;
  for (const std::string& latex : sentence.latex) formulas.push_back(in_dollars(latex));
  const bool has_operators = reads_operators(representation);
  const SentenceFormulas read(has_operators ? sentence : FormulaSentence{});
  for (std::size_t i = 0; has_operators && i < formulas.size(); ++i) {
    if (!read.has_tree(i)) continue;
    auto words = read.operator_words(i);
    if (!words) return std::unexpected(words.error());
    formulas[i] = std::move(*words);
  }
  if (representation == Representation::Opt) return formulas[queried];

  std::string words = sentence.words;
  if (reads_graph(representation)) {
    std::vector<SentenceFormula> to_splice;
    if (has_operators) {
      std::ranges::copy_if(
          read.all(), std::back_inserter(to_splice),
          [](const SentenceFormula& formula) { return formula.formula != nullptr; });
    }
    auto linear = graph_words(splice_formulas(graph, to_splice, SentenceFormulas::kNoLayout));
    if (!linear) return std::unexpected(linear.error());
    words = std::move(*linear);
  }
  // A graph of another parser may have lost some formulas.
  const std::vector<std::string> kept = formula_ids_in(words);
  for (std::size_t i = 0; representation == Representation::AmrLatex && i < formulas.size(); ++i) {
    const bool is_kept = std::ranges::count(kept, fmt::format("{}", i)) > 0;
    if (!is_kept) words += fmt::format(" eqx{}eqx", i);
  }
  const std::string line = fill_placeholders(words, formulas);
  return options.queried_first ? formulas[queried] + " " + line : line;
}

}  // namespace noether::amr
