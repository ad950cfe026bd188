// noether similar: lists the formulas of an index whose vectors are nearest to that of a formula.
// With --text it lists the passages whose vectors are nearest to that of a text.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "noether/algebra/notation/input_notation.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/index/formula_vectors.h"
#include "noether/cli/index/passage_vectors.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/nearest_passages.h"
#include "noether/search/contexts/declared_kinds.h"
#include "noether/search/formula/formula_searcher.h"
#include "noether/search/present/shown_text.h"
#include "noether/search/semantic/similar_formulas.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "similar";

struct SimilarTextOptions {
  std::string folder;
  std::string text;
  std::string model;  // empty: the shipped model
  std::uint32_t count = 10;
  bool exact = false;
  bool json = false;
};

struct SimilarPassage {
  double cosine = 0;
  std::string document;
  std::string text;
};

SimilarPassage describe_passage(const index::IndexReader& index, const index::NearPassage& near) {
  const auto document = index.document(near.document);
  if (!document) fail(kCommand, document.error(), ExitCode::Failure);
  const auto passages = index::passages_of(index, near.document);
  if (!passages) fail(kCommand, passages.error(), ExitCode::Failure);
  const index::Passage& passage = (*passages)[near.passage];
  // Rounding may make a cosine larger than 1.
  return {std::clamp(static_cast<double>(near.cosine), -1.0, 1.0), document->id,
          document->fields[passage.field].text.substr(passage.span.begin,
                                                      passage.span.end - passage.span.begin)};
}

std::string line_of_passage(std::size_t rank, const SimilarPassage& passage, bool json) {
  if (!json) {
    return fmt::format("{:2}. {:.4f}  {}: {}\n", rank, passage.cosine, passage.document,
                       search::clean_text(passage.text));
  }
  return JsonObject()
             .add_number("rank", static_cast<std::int64_t>(rank))
             .add("cosine", fmt::format("{:.4f}", passage.cosine))
             .add_string("document", passage.document)
             .add_string("text", passage.text)
             .text() +
         "\n";
}

void list_similar_texts(const SimilarTextOptions& options) {
  const auto index = index::open_search_index(options.folder);
  if (!index) fail(kCommand, index.error(), ExitCode::Failure);
  const search::PassageEncoder encoder = open_passage_encoder(kCommand, options.model);
  if (auto has = index::expect_passages_of(*index, encoder.model()); !has) {
    fail(kCommand, has.error(), ExitCode::Failure);
  }
  const auto started = std::chrono::steady_clock::now();
  const auto query = encoder.text().encode_query(options.text);
  if (!query) fail(kCommand, query.error(), ExitCode::BadInput);
  const auto near = index::nearest_passages(*index, query->vector,
                                            {.count = options.count, .exact = options.exact});
  if (!near) fail(kCommand, near.error(), ExitCode::Failure);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
  std::string out;
  for (std::size_t i = 0; i < near->size(); ++i) {
    out += line_of_passage(i + 1, describe_passage(*index, (*near)[i]), options.json);
  }
  print_result(kCommand, out);
  const index::PassageStatistics has = index::passage_statistics(*index);
  fmt::print(stderr, "{} of {} passages in {:.1f} ms\n", near->size(), has.passages,
             passed.count() * 1e3);
  if (near->empty()) finish(ExitCode::BadInput);
}

constexpr std::size_t kDocumentsShown = 3;
constexpr std::uint64_t kMostHits = 1'000'000;
// With a filter, the formulas of the remaining documents may be far down the list.
constexpr std::uint64_t kDepthFactorWhere = 100;

struct SimilarOptions {
  std::string folder;
  std::string formula;
  std::string from = "auto";
  std::string model;
  index::VectorSet set;
  std::uint32_t count = 10;
  bool exact = false;
  bool json = false;
  bool text = false;
  std::string where;
  std::string by = "both";
};

struct Similar {
  double cosine = 0;
  std::string latex;
  std::vector<std::string> documents;
};

// Describes one formula, given by its numbers in the segments that have it. If there is a set of
// documents, only these count.
Similar describe(const index::IndexReader& index, const std::vector<std::uint32_t>& numbers,
                 const std::optional<search::DocumentSet>& within) {
  Similar similar;
  const auto stored = index.formula(numbers.front());
  if (!stored) fail(kCommand, stored.error(), ExitCode::Failure);
  similar.latex = stored->latex;
  for (const std::uint32_t number : numbers) {
    const auto places = index.places(number);
    if (!places) fail(kCommand, places.error(), ExitCode::Failure);
    for (const index::Place& place : *places) {
      if (within && !within->has(place.document)) continue;
      const auto id = index.document_id(place.document);
      if (!id) fail(kCommand, id.error(), ExitCode::Failure);
      if (similar.documents.empty() || similar.documents.back() != *id) {
        similar.documents.emplace_back(*id);
      }
    }
  }
  return similar;
}

// The formula as LaTeX for a search by layout, whatever its notation is. The encoder has read it
// before, so it is not empty.
search::FormulaQuery query_of(const SimilarOptions& options) {
  const formula::Notation written =
      formula::notation_by_name(options.from).value_or(algebra::guess_notation(options.formula));
  std::string latex = options.formula;
  if (written != formula::Notation::Latex) {
    formula::Formula trees;
    const auto read = formula::FormulaReader().read(written, options.formula, trees);
    if (!read) fail(kCommand, read.error(), ExitCode::BadInput, options.formula);
    latex.clear();
    formula::write_formula(formula::Notation::Latex, trees, latex);
  }
  auto query = search::FormulaQuery::read(latex);
  if (!query) fail(kCommand, query.error(), ExitCode::BadInput, latex);
  return *std::move(query);
}

// Applies the filter for the meanings of symbols.
std::optional<search::DocumentSet> documents_left(const index::IndexReader& index,
                                                  const SimilarOptions& options) {
  if (options.where.empty()) return std::nullopt;
  const auto condition = search::KindCondition::read(options.where);
  if (!condition) fail(kCommand, condition.error(), ExitCode::BadInput);
  auto where = search::documents_where(index, *condition);
  if (!where) fail(kCommand, where.error(), ExitCode::BadInput);
  return *std::move(where);
}

// Formulas of several segments with the same LaTeX are one result.
std::vector<Similar> find(const index::IndexReader& index, const search::FormulaQuestion& question,
                          const SimilarOptions& options) {
  const std::optional<search::DocumentSet> within = documents_left(index, options);
  const std::uint64_t segments = std::max<std::uint64_t>(1, index.segments().size());
  const std::uint64_t depth = segments * (within ? kDepthFactorWhere : 1);
  const auto count =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(options.count * depth, kMostHits));
  search::FormulaSearcher formulas(index);
  const auto near = search::similar_formulas(index, formulas, query_of(options), question,
                                             {.count = count, .exact = options.exact}, options.set);
  if (!near) fail(kCommand, near.error(), ExitCode::Failure);
  std::vector<std::uint32_t> numbers;
  std::unordered_map<std::uint32_t, float> cosines;
  for (const index::NearFormula& one : *near) {
    numbers.push_back(one.formula);
    cosines[one.formula] = one.cosine;
  }
  const auto groups = search::group_by_latex(index, numbers);
  if (!groups) fail(kCommand, groups.error(), ExitCode::Failure);
  std::vector<Similar> found;
  for (const std::vector<std::uint32_t>& group : *groups) {
    if (found.size() == options.count) break;
    Similar one = describe(index, group, within);
    if (within && one.documents.empty()) continue;
    found.push_back(std::move(one));
    // Rounding may make it larger than 1.
    found.back().cosine = std::clamp(static_cast<double>(cosines[group.front()]), -1.0, 1.0);
  }
  return found;
}

std::string text_of(std::size_t rank, const Similar& similar, search::TextShower& shower) {
  const auto& ids = similar.documents;
  std::string where;
  for (std::size_t i = 0; i < std::min(ids.size(), kDocumentsShown); ++i) {
    where += (i > 0 ? ", " : "") + ids[i];
  }
  if (ids.size() > kDocumentsShown) {
    where += fmt::format(" and {} more", ids.size() - kDocumentsShown);
  }
  return fmt::format("{:>3}  {:.4f}  {}\n             {}\n             in {}\n", rank,
                     similar.cosine, shower.show_formula(similar.latex, {}),
                     search::clean_text(similar.latex), search::clean_text(where));
}

std::string json_of(std::size_t rank, const Similar& similar) {
  std::vector<std::string> documents;
  for (const std::string& id : similar.documents) documents.push_back(json_string(id));
  return JsonObject()
             .add_number("rank", static_cast<std::int64_t>(rank))
             .add("cosine", fmt::format("{:.6f}", similar.cosine))
             .add_string("latex", similar.latex)
             .add("documents", json_array(documents))
             .text() +
         "\n";
}

search::FormulaQuestion ask(const search::FormulaEncoder& encoder, const SimilarOptions& options) {
  auto question = encoder.ask(options.formula, formula::notation_by_name(options.from),
                              *embedding::vector_part_by_name(options.by));
  if (question) return std::move(*question);
  base::Error error = std::move(question.error());
  error.message = "the encoder cannot read the formula: " + error.message;
  if (error.hint.empty()) {
    error.hint = "noether search --formula finds formulas of any kind by their structure";
  }
  fail(kCommand, error, ExitCode::BadInput, options.formula);
}

void run(const SimilarOptions& options) {
  if (options.text) {
    return list_similar_texts({.folder = options.folder,
                               .text = options.formula,
                               .model = options.model,
                               .count = options.count,
                               .exact = options.exact,
                               .json = options.json});
  }
  const auto index = index::open_search_index(options.folder);
  if (!index) fail(kCommand, index.error(), ExitCode::Failure);
  const index::VectorStatistics has = index::vector_statistics(*index, options.set);
  if (has.damage) fail(kCommand, *has.damage, ExitCode::Failure);
  if (has.models.empty()) {
    fail(kCommand,
         {fmt::format("the index '{}' has no vectors of formulas", options.folder),
          {},
          fmt::format("add them with `noether embed-index {}`", options.folder)},
         ExitCode::Failure);
  }
  const search::FormulaEncoder encoder = open_encoder(kCommand, options.model);
  if (auto same = index::expect_vectors_of(*index, encoder.model(), options.set); !same) {
    fail(kCommand, same.error(), ExitCode::Failure);
  }
  const auto started = std::chrono::steady_clock::now();
  const search::FormulaQuestion question = ask(encoder, options);
  const std::vector<Similar> found = find(*index, question, options);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
  std::string out;
  search::TextShower shower(search::MarkStyle::plain());
  for (std::size_t i = 0; i < found.size(); ++i) {
    out += options.json ? json_of(i + 1, found[i]) : text_of(i + 1, found[i], shower);
  }
  print_result(kCommand, out);
  warn_of_untried(kCommand, options.folder, *index, options.set);
  if (found.empty()) {
    fmt::print(stderr, "noether {}: no formula of {} has a vector\n", kCommand,
               options.where.empty() ? "the index" : "such documents");
    finish(ExitCode::BadInput);
  }
  fmt::print(stderr, "{} of {} formulas with vectors in {:.1f} ms\n", found.size(), has.readable,
             passed.count() * 1e3);
}

}  // namespace

void register_similar(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("similar",
                         "Lists the formulas of an index that are nearest to a given one by their "
                         "vectors, or the passages nearest to a text");
  const auto options = std::make_shared<SimilarOptions>();
  command->add_option("INDEX", options->folder, "The folder of the index")->required();
  command->add_option("FORMULA", options->formula, "The formula; with --text, the text")
      ->required();
  CLI::Option* text = command->add_flag(
      "--text", options->text,
      "List the passages nearest to a text; noether index --dense computes their vectors");
  command->add_option("-n,--top", options->count, "The number of results to list")
      ->check(CLI::Range(1U, 100'000U))
      ->capture_default_str();
  command->add_option("--from", options->from, "Notation of the formula")
      ->excludes(text)
      ->check(CLI::IsMember({"auto", "latex", "plain", "prefix", "sexpr"}))
      ->capture_default_str();
  command
      ->add_option("--by", options->by,
                   "The part of the vectors to compare: the meaning, the shape, or both")
      ->excludes(text)
      ->check(CLI::IsMember(embedding::vector_part_names()))
      ->capture_default_str();
  command->add_option("--model", options->model,
                      "The folder of the encoder that made the vectors; by default $NOETHER_MODEL, "
                      "for texts $NOETHER_TEXT_MODEL, or the shipped one");
  command
      ->add_option("--name", options->set.name,
                   "The set of vectors, as noether embed-index names it")
      ->excludes(text)
      ->capture_default_str();
  command
      ->add_option("--where", options->where,
                   "Only formulas of documents in which a symbol is of a kind: G=group, or group")
      ->excludes(text);
  command->add_flag("--exact", options->exact,
                    "Compare all vectors instead of searching the graph of neighbours");
  command->add_flag("--json", options->json, "One JSON object per line");
  command->footer(
      "The index must have vectors: noether embed-index adds them. Each formula is listed with "
      "the\n"
      "cosine between its vector and that of the query, at most 1. If cosines are equal, formulas\n"
      "that look most like the query come first.\n"
      "\n"
      "Examples:\n"
      "  noether similar notes.idx '\\sin^2 x + \\cos^2 x' --by meaning\n"
      "  noether similar notes.idx --text 'sums of squares of sine and cosine'");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
