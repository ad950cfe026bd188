// noether search: finds documents by words, phrases, formulas and filters.
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "noether/cli/console/messages.h"
#include "noether/cli/console/terminal_text.h"
#include "noether/cli/index/formula_vectors.h"
#include "noether/cli/search/search_formulas.h"
#include "noether/cli/search/search_output.h"
#include "noether/cli/search/why_teller.h"
#include "noether/index/analysis/spaces.h"
#include "noether/index/nearest_formulas.h"
#include "noether/search/pipeline/chosen_profile.h"
#include "noether/search/pipeline/profile.h"
#include "noether/search/pipeline/reranker.h"
#include "noether/search/query/query_parser.h"
#include "noether/search/query/respelling.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "search";

// The number of results shown; --equal shows all.
constexpr std::uint32_t kTop = 10;

constexpr std::string_view kQueryLanguage =
    "The query language:\n"
    "  limit of a sum        words, by their stems; each adds to the score\n"
    "  $x^2 + ?a$            a formula; ?a is any expression, the same at each place; ?? is "
    "anything\n"
    "  derivative of e^x     formulas need no dollar signs; also sqrt(x) >= 2\n"
    "  \"mean value\"          a phrase, which documents must contain\n"
    "  +word -word           documents must contain the word, or must not; also +$x$ -\"a "
    "phrase\"\n"
    "  tag:calculus type:answer -tag:limits\n"
    "  a OR b, a AND b, NOT c\n"
    "\n"
    "The stages of a profile:\n";

struct SearchArguments {
  std::string folder;
  std::vector<std::string> words;  // as the shell passes them
  std::string query;
  bool literal = false;
  std::vector<std::string> formulas;
  std::string equal;
  std::string contains;
  std::string mode;  // empty: the profile decides
  std::string profile = std::string(search::kDefaultProfile);
  std::optional<std::uint32_t> top;
  bool list_formulas = false;
  bool json = false;
  bool explain = false;
  std::string why;                      // the picture to write; empty: no picture
  std::optional<std::uint32_t> rerank;  // how many; empty: the profile decides
  std::optional<double> budget_ms;
  bool semantic = false;
  std::string model;  // empty: the shipped model
  std::string colour = "auto";
};

bool uses_colour(const SearchArguments& arguments) {
  return arguments.colour == "always" || (arguments.colour == "auto" && stdout_is_terminal());
}

// Warns about a formula that is read only in part; the search uses the part that was read.
void warn(const search::FormulaQuery& formula) {
  for (const base::Error& problem : formula.formula().diagnostics) {
    base::Error warning = problem;
    warning.hint += warning.hint.empty() ? "" : "; ";
    warning.hint += "the rest of it is searched";
    warn_of_formula(kCommand, std::move(warning), formula.latex());
  }
}

search::Query read_query(const SearchArguments& arguments) {
  search::Query query;
  if (!arguments.query.empty() || arguments.formulas.empty()) {
    auto parsed = search::parse_query(arguments.query, {.literal = arguments.literal});
    if (!parsed) fail(kCommand, parsed.error(), ExitCode::BadInput, arguments.query);
    query = std::move(*parsed);
  }
  for (const search::Clause& clause : query.clauses) {
    if (clause.kind != search::ClauseKind::Formula) continue;
    if (const auto read = search::FormulaQuery::read(clause.text)) warn(*read);
  }
  for (const std::string& latex : arguments.formulas) {
    const auto read = search::FormulaQuery::read(latex);
    if (!read) fail(kCommand, read.error(), ExitCode::BadInput, latex);
    warn(*read);
    query.add_formula(latex);
  }
  return query;
}

// Replaces the query by a corrected one, if the search uses another than was typed.
void respell(const SearchArguments& arguments, const search::Searcher& searcher,
             search::Query& query) {
  if (arguments.literal) return;
  const auto done = search::respell(searcher.index(), query);
  if (!done) fail(kCommand, done.error(), ExitCode::Failure);
}

void say_how_it_was_read(const SearchArguments& arguments, const search::Query& query) {
  if (arguments.json || query.read_as.empty()) return;
  fmt::print(stderr,
             "noether {}: read as: {}\n"
             "  --literal searches for the text as it is typed\n",
             kCommand, search::clean_text(query.read_as));
}

// Suggests queries that would find documents if this one found none.
void offer_relaxations(search::Searcher& searcher, const search::Query& query, bool json) {
  const auto relaxed = search::relaxations(searcher, query);
  if (!relaxed) fail(kCommand, relaxed.error(), ExitCode::Failure);
  if (json) {
    std::vector<std::string> offers;
    for (const search::Relaxation& relaxation : *relaxed) {
      offers.push_back(relaxation_json(relaxation));
    }
    print_result(kCommand,
                 JsonObject()
                         .add("summary", with_reading(query, JsonObject().add_number("results", 0))
                                             .add("relaxations", json_array(offers))
                                             .text())
                         .text() +
                     "\n");
    return;
  }
  fmt::print(stderr, "noether {}: nothing was found\n", kCommand);
  if (!relaxed->empty()) fmt::print(stderr, "  the following would find something:\n");
  for (const search::Relaxation& relaxation : *relaxed) {
    fmt::print(stderr, "    {}: {}\n      {}\n", search::clean_text(relaxation.change),
               count_text(relaxation.count), search::clean_text(relaxation.query.text));
  }
}

void run_documents(const SearchArguments& arguments, search::Searcher& searcher) {
  search::Query query = read_query(arguments);
  respell(arguments, searcher, query);
  say_how_it_was_read(arguments, query);
  const auto started = std::chrono::steady_clock::now();
  // Problems of the query are reported first; all later problems are those of the index.
  if (const auto read = search::read_formulas(query); !read) {
    fail(kCommand, read.error(), ExitCode::BadInput, arguments.query);
  }
  const auto results = searcher.search(
      query, {.top = arguments.top.value_or(kTop), .explain = arguments.explain, .count = true});
  if (!results) fail(kCommand, results.error(), ExitCode::Failure);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started;
  if (results->documents.empty()) {
    offer_relaxations(searcher, query, arguments.json);
    finish(ExitCode::BadInput);
  }
  std::string out;
  SearchOutput output(uses_colour(arguments), terminal_columns());
  const WhyTeller teller(kCommand, arguments.explain, arguments.why);
  for (std::size_t i = 0; i < results->documents.size(); ++i) {
    const search::FoundDocument& found = results->documents[i];
    const bool is_told = arguments.explain || (i == 0 && !arguments.why.empty());
    const auto why = is_told ? teller.tell(searcher.index(), query, found) : std::nullopt;
    if (i == 0) teller.draw(why, arguments.folder);
    const search::Why* const shown = arguments.explain && why ? &*why : nullptr;
    out += arguments.json ? result_json(i + 1, found, query, shown) + "\n"
                          : output.text(i + 1, found, shown);
  }
  if (arguments.json) {
    const auto count = static_cast<std::int64_t>(results->documents.size());
    const JsonObject summary = with_reading(query, JsonObject().add_number("results", count));
    out += JsonObject().add("summary", summary.text()).text() + "\n";
  }
  print_result(kCommand, out);
  for (const search::StageReport& stage : results->stages) {
    if (!stage.is_reranker) continue;
    fmt::print(stderr, "{}: {} of the first {} documents in {:.1f} ms\n", stage.name,
               stage.documents, stage.asked, stage.milliseconds);
  }
  const std::string matching = match_text(results->count);
  fmt::print(stderr, "{}{}{} shown of {} documents in {:.1f} ms\n", matching,
             matching.empty() ? "" : "; ", results->documents.size(),
             searcher.index().documents() - searcher.index().deleted_documents(),
             passed.count() * 1e3);
}

// If the encoder cannot read a formula, the search does not use the encoder for it.
void use_encoder(const SearchArguments& arguments, search::Searcher& searcher) {
  const auto encoder =
      std::make_shared<const search::FormulaEncoder>(open_encoder(kCommand, arguments.model));
  auto same = index::expect_vectors_of(searcher.index(), encoder->model());
  if (!same) fail(kCommand, same.error(), ExitCode::Failure);
  warn_of_untried(kCommand, arguments.folder, searcher.index());
  for (const search::Clause& clause : read_query(arguments).clauses) {
    if (clause.kind != search::ClauseKind::Formula) continue;
    const auto vector = encoder->embed(clause.text, formula::Notation::Latex);
    if (vector) continue;
    fmt::print(stderr, "noether {}: ${}$ is not compared by its vector: {}\n", kCommand,
               search::clean_text(clause.text), search::clean_text(vector.error().message));
  }
  searcher.set_encoder(encoder);
}

// Re-rankers on the command line have priority over those of the profile.
void set_rerankers(const SearchArguments& arguments, search::Profile& profile) {
  if (arguments.rerank) search::rerank_by_cross_encoder(*arguments.rerank, profile.search);
  if (!arguments.budget_ms) return;
  if (arguments.rerank == 0) {
    fail(kCommand, {"--rerank 0 leaves no re-ranker whose time --budget-ms could limit", {}, {}},
         ExitCode::Failure);
  }
  if (profile.search.rerankers.empty()) {
    fail(kCommand,
         {fmt::format("the profile '{}' has no re-ranker whose time --budget-ms could limit",
                      profile.name),
          {},
          "--rerank 50 re-ranks the first 50 documents with a cross-encoder"},
         ExitCode::Failure);
  }
  for (search::RerankerChoice& choice : profile.search.rerankers) {
    choice.budget_ms = *arguments.budget_ms;
  }
}

void run(const SearchArguments& arguments) {
  auto opened = index::open_search_index(arguments.folder);
  if (!opened) fail(kCommand, opened.error(), ExitCode::Failure);
  const auto index = std::make_shared<const index::IndexReader>(*std::move(opened));
  auto chosen = search::choose_profile(arguments.profile, *index);
  if (!chosen) fail(kCommand, chosen.error(), ExitCode::Failure);
  if (!chosen->remark.empty()) fmt::print(stderr, "noether {}: {}\n", kCommand, chosen->remark);
  search::Profile* const profile = &chosen->profile;
  if (const auto mode = search::formula_mode_by_name(arguments.mode)) {
    profile->search.formula_mode = *mode;
  }
  set_rerankers(arguments, *profile);
  auto searcher = search::Searcher::open(index, profile->search, profile->formula_weights);
  if (!searcher) {
    searcher.error().message = arguments.folder + ": " + searcher.error().message;
    fail(kCommand, searcher.error(), ExitCode::Failure);
  }
  if (chosen->encoder) searcher->set_text_encoder(chosen->encoder);
  if (arguments.semantic) {
    use_encoder(arguments, *searcher);
    if (profile->search.weight_of("semantic") <= 0) {
      profile->search.weigh("semantic", search::kSemanticWeight);
    }
    searcher->set_weights(profile->search);
  }
  const std::uint32_t top = arguments.equal.empty() ? kTop : UINT32_MAX;
  const FormulaOutput output{arguments.top.value_or(top), arguments.json, uses_colour(arguments),
                             profile->search.formula_mode};
  if (!arguments.equal.empty()) {
    run_equal(*searcher, arguments.equal, output);
  } else if (!arguments.contains.empty()) {
    run_contains(*searcher, arguments.contains, output);
  } else if (arguments.list_formulas) {
    const search::Query query = read_query(arguments);
    say_how_it_was_read(arguments, query);
    run_formulas(*searcher, query, arguments.query, *profile, output);
  } else {
    run_documents(arguments, *searcher);
  }
}

}  // namespace

void register_search(CLI::App& app) {
  CLI::App* command = app.add_subcommand("search", "Finds documents by words and formulas");
  const auto arguments = std::make_shared<SearchArguments>();
  command->add_option("INDEX", arguments->folder, "The folder of the index")->required();
  CLI::Option* query = command->add_option("QUERY", arguments->words,
                                           "The query, as described below; words need no quotes");
  CLI::Option* formulas = command
                              ->add_option("--formula", arguments->formulas,
                                           "A further formula, as LaTeX; may be repeated")
                              ->allow_extra_args(false)
                              ->take_all();
  command
      ->add_option("--top", arguments->top,
                   "The number of results to show; by default 10, and all for --equal")
      ->check(CLI::Range(1U, 100'000U));
  CLI::Option* list = command->add_flag("--formulas", arguments->list_formulas,
                                        "List similar formulas instead of documents");
  CLI::Option* equal =
      command
          ->add_option("--equal", arguments->equal,
                       "List every formula that is equal to this one, and the reason")
          ->excludes(query)
          ->excludes(formulas)
          ->excludes(list);
  CLI::Option* contains =
      command
          ->add_option("--contains", arguments->contains,
                       "List formulas that contain this one, under any names of its variables")
          ->excludes(query)
          ->excludes(formulas)
          ->excludes(list)
          ->excludes(equal);
  const auto modes = search::formula_mode_names();
  command
      ->add_option(
          "--formula-mode", arguments->mode,
          "How formulas are searched: similar formulas; similar by path scores alone; formulas "
          "that contain it, or contain it under other names of variables; the same formula; or "
          "equal formulas. Documents are also found by the words and the symbols of the query")
      ->excludes(equal)
      ->excludes(contains)
      ->check(CLI::IsMember(std::vector<std::string>(modes.begin(), modes.end())));
  command
      ->add_option("--profile", arguments->profile,
                   "How to rank: a shipped profile or a file; default is hybrid-rerank for an "
                   "index with passages (noether index --dense), else lexical; see noether run")
      ->capture_default_str();
  CLI::Option* semantic = command
                              ->add_flag("--semantic", arguments->semantic,
                                         "Also find documents by the vectors of their formulas, "
                                         "which noether embed-index adds")
                              ->excludes(equal)
                              ->excludes(contains)
                              ->excludes(list);
  command->add_option("--model", arguments->model, "The folder of the encoder for --semantic")
      ->needs(semantic);
  command
      ->add_option("--rerank", arguments->rerank,
                   "The number of first documents that a cross-encoder re-ranks, whatever the "
                   "profile says; 0 leaves out all re-rankers")
      ->check(CLI::Range(0U, 10'000U));
  command
      ->add_option("--budget-ms", arguments->budget_ms,
                   "The time limit of each re-ranker in milliseconds; 0 is no limit. The default "
                   "is that of the profile, and 300 for --rerank")
      ->check(CLI::Range(0.0, 600'000.0));
  command
      ->add_flag("--literal", arguments->literal,
                 "Search for the text as it is typed: no formulas without dollar signs, no OR, AND "
                 "and NOT, no corrected words")
      ->excludes(equal)
      ->excludes(contains);
  command->add_flag("--explain", arguments->explain,
                    "Print the parts of each score, and the sentences that say the same");
  command
      ->add_option("--why", arguments->why,
                   "Draw the meaning of the query's sentence beside that of the first result, with "
                   "their common parts marked (SVG); - for standard output")
      ->excludes(equal)
      ->excludes(contains)
      ->excludes(list);
  command->add_flag("--json", arguments->json,
                    "Print one JSON object per line, and a summary last");
  command->add_option("--color", arguments->colour, "When to mark matches by colours")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  // The text is built only on request, which is rare.
  command->footer([] { return std::string(kQueryLanguage) + search::stage_help(); });
  command->footer(
      "The exit code is 0 if something was found, 1 if nothing was found or the query cannot be\n"
      "read, 2 if the search failed.\n"
      "\n"
      "Example:\n"
      "  noether search notes.idx 'integration by parts $\\int u\\,dv$ tag:calculus'");
  command->callback([arguments] {
    arguments->query = fmt::format("{}", fmt::join(arguments->words, " "));
    // Removes the blank that main put before a sign or a bracket.
    if (arguments->query.starts_with(' ')) arguments->query.erase(0, 1);
    run(*arguments);
  });
}

}  // namespace noether::cli
