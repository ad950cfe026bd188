// noether amr mathamr: the meaning of formulas put into the graphs of their sentences.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "noether/amr/mathamr/formula_splice.h"
#include "noether/amr/mathamr/linearize.h"
#include "noether/amr/penman.h"
#include "noether/base/progress.h"
#include "noether/cli/amr/records.h"
#include "noether/cli/console/messages.h"
#include "noether/formula/formula_io.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "amr mathamr";

struct MathAmrArguments {
  std::string file;
  std::string formulas;
  std::string graphs;
  bool compatible = false;
  bool documents = false;
  bool linearize = false;
  amr::SpliceOptions splice;
};

struct MathAmr {
  std::string graph;
  std::string words;  // only on request
};

class GraphMaker {
 public:
  // Without a table, the formulas are those in the sentences.
  GraphMaker(const MathAmrArguments& arguments, const std::optional<TopicFormulas>& formulas)
      : arguments_(arguments), formulas_(formulas) {}

  base::Result<MathAmr> make(const AmrRecord& record) {
    if (arguments_.compatible) {
      MathAmr made;
      made.graph = amr::splice_compatibly(record.graph, formulas_->of(record.id));
      if (arguments_.linearize) made.words = amr::linearize_compatibly(made.graph).value_or("");
      return made;
    }
    return make_document({&record, 1});
  }

  // Joins the sentences of a document into one graph; a single sentence is not changed.
  base::Result<MathAmr> make_document(std::span<const AmrRecord> records) {
    std::vector<RecordFormulas> formulas;  // owns the formulas that the sentences point to
    std::vector<amr::DocumentSentence> sentences;
    for (AmrRecord record : records) {
      const auto tree = read_graph_of(record, arguments_.file);
      if (!tree) return std::unexpected(tree.error());
      amr::Graph graph = amr::graph_of(*tree);
      const amr::FormulaTexts texts =
          formulas_ ? formulas_->of(record.id) : number_formulas(record.sentence, &graph);
      formulas.emplace_back(record, texts, reader_);
      unread_ += formulas.back().unread();
      const auto own = formulas.back().formulas();
      sentences.push_back({std::move(graph), {own.begin(), own.end()}});
    }
    const auto spliced = amr::lay_out(amr::splice_document(sentences, arguments_.splice).graph);
    if (!spliced) {
      return base::fail(fmt::format("{}: {}", place_of(records.front(), arguments_.file),
                                    spliced.error().message));
    }
    MathAmr made;
    made.graph = amr::write_indented(*spliced);
    if (arguments_.linearize) made.words = amr::linearize(*spliced);
    return made;
  }

  // The number of formulas that could not be read; their nodes have no children.
  std::size_t unread() const { return unread_; }

 private:
  const MathAmrArguments& arguments_;
  const std::optional<TopicFormulas>& formulas_;
  formula::FormulaReader reader_;
  std::size_t unread_ = 0;
};

// The document of a sentence with an id from `noether amr parse --collection`: 12 for 12.body.3. A
// sentence with any other id is a separate document.
std::string_view document_of(const AmrRecord& record) {
  const std::string_view id = record.id;
  const std::size_t number = id.rfind('.');
  if (number == std::string_view::npos || number == 0) return id;
  const std::size_t field = id.rfind('.', number - 1);
  return field == std::string_view::npos ? id : id.substr(0, field);
}

// Documents in the order of their first sentences.
void sort_by_document(std::vector<AmrRecord>& records) {
  std::unordered_map<std::string, std::size_t> order;
  for (const AmrRecord& record : records) {
    order.try_emplace(std::string(document_of(record)), order.size());
  }
  std::ranges::stable_sort(records, {}, [&](const AmrRecord& record) {
    return order.at(std::string(document_of(record)));
  });
}

std::size_t end_of_document(std::span<const AmrRecord> records, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < records.size() && document_of(records[end]) == document_of(records[begin])) ++end;
  return end;
}

// The record of a document: its id and its sentences.
AmrRecord document_record(std::span<const AmrRecord> records) {
  AmrRecord document;
  document.id = document_of(records.front());
  document.line = records.front().line;
  for (const AmrRecord& record : records) {
    document.sentence += (document.sentence.empty() ? "" : " ") + record.sentence;
  }
  document.json = {{"id", document.id}, {"snt", document.sentence}};
  document.comments = fmt::format("# ::id {}\n", document.id);
  if (!document.sentence.empty()) {
    document.comments += fmt::format("# ::snt {}\n", document.sentence);
  }
  return document;
}

std::string written(AmrRecord& record, const MathAmr& made, bool is_json, bool linearize) {
  if (is_json) {
    record.json["mathamr"] = made.graph;
    if (linearize) record.json["linearized"] = made.words;
    return record.json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
           "\n";
  }
  if (linearize) return fmt::format("{}\t{}\n", record.id, made.words);
  return record.comments + made.graph + "\n";
}

void run(const MathAmrArguments& arguments) {
  const bool has_other_graphs = !arguments.graphs.empty();
  AmrRecords file =
      read_amr_records(kCommand, arguments.file, {"amr_before_splice", "amr"}, !has_other_graphs);
  if (has_other_graphs) {
    const std::size_t taken = take_graphs(kCommand, arguments.graphs, file);
    fmt::print(stderr, "noether {}: {} of {} from {}\n", kCommand, taken,
               counted(file.records.size(), "graph"), arguments.graphs);
  }
  std::optional<TopicFormulas> formulas;
  if (!arguments.formulas.empty()) formulas = TopicFormulas::read(kCommand, arguments.formulas);
  GraphMaker maker(arguments, formulas);
  if (arguments.documents) sort_by_document(file.records);
  base::ProgressBar progress("graphs", file.records.size());
  std::string out;
  bool all_read = true;
  for (std::size_t i = 0, end = 0; i < file.records.size(); i = end) {
    progress.update(i, i);
    end = arguments.documents ? end_of_document(file.records, i) : i + 1;
    AmrRecord& record = file.records[i];
    const auto made = arguments.documents
                          ? maker.make_document(std::span(file.records).subspan(i, end - i))
                          : maker.make(record);
    if (arguments.documents) record = document_record(std::span(file.records).subspan(i, end - i));
    if (!made) {
      progress.finish();
      print_error(kCommand, made.error());
      all_read = false;
      continue;
    }
    const bool is_penman = !file.is_json && !arguments.linearize;
    if (is_penman && !out.empty()) out += '\n';
    out += written(record, *made, file.is_json, arguments.linearize);
  }
  progress.finish();
  print_result(kCommand, out);
  if (maker.unread() > 0) {
    fmt::print(stderr, "noether {}: {} could not be read and {} no tree\n", kCommand,
               counted(maker.unread(), "formula"), maker.unread() == 1 ? "has" : "have");
  }
  if (!all_read) finish(ExitCode::BadInput);
}

}  // namespace

void register_amr_mathamr(CLI::App& amr) {
  CLI::App* command =
      amr.add_subcommand("mathamr", "Puts operator trees of formulas into graphs of sentences");
  const auto arguments = std::make_shared<MathAmrArguments>();
  command
      ->add_option("FILE", arguments->file,
                   "Graphs in which formulas are words such as eqx12eqx: PENMAN, or JSON Lines "
                   "with `amr_before_splice` or `amr`; - for standard input")
      ->required();
  CLI::Option* formulas = command->add_option(
      "--formulas", arguments->formulas,
      "Table of formulas: tab-separated, with the columns id, formula and topic_id; "
      "without it the formulas are those in the sentences, LaTeX between dollar signs");
  command->add_option("--graphs", arguments->graphs,
                      "File of graphs of another parser, used for the sentences whose `::id` it "
                      "has; the records of FILE may then lack graphs");
  CLI::Option* compatible =
      command
          ->add_flag(
              "--compatible", arguments->compatible,
              "The output of the MathAMR paper, byte for byte; the formulas are Content MathML")
          ->needs(formulas);
  command
      ->add_flag("--documents", arguments->documents,
                 "One graph for each document, in which a formula is one node wherever it occurs; "
                 "sentences have ids such as 12.body.3")
      ->excludes(compatible);
  command
      ->add_flag("!--no-layout", arguments->splice.layout,
                 "Operator trees alone, without marks of the layout")
      ->excludes(compatible);
  command->add_flag("--linearize", arguments->linearize,
                    "Lines of words, as `linearize` writes them");
  command->footer(
      "The record that a formula belongs to is found by its topic; `formula_id` of a record names\n"
      "the formula that is searched for.\n"
      "\n"
      "Example:\n"
      "  printf 'id\\tformula\\nq_1\\tn+1\\n' > formulas.tsv\n"
      "  printf '(p / prime :domain eqx1eqx)\\n' > graphs.txt\n"
      "  noether amr mathamr graphs.txt --formulas formulas.tsv\n"
      "  noether amr parse --collection notes/ | noether amr mathamr - --documents");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
