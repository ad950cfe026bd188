// noether amr mathamr: the meaning of formulas put into the graphs of their sentences.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "noether/amr/mathamr/formula_splice.h"
#include "noether/amr/mathamr/linearize.h"
#include "noether/amr/penman.h"
#include "noether/base/progress.h"
#include "noether/cli/amr_commands.h"
#include "noether/cli/amr_records.h"
#include "noether/cli/counted.h"
#include "noether/cli/expression_arguments.h"
#include "noether/formula/formula_io.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "amr mathamr";

struct MathAmrArguments {
  std::string file;
  std::string formulas;
  std::string graphs;
  bool compatible = false;
  bool linearize = false;
  amr::SpliceOptions splice;
};

struct MathAmr {
  std::string graph;
  std::string words;  // only on request
};

class GraphMaker {
 public:
  GraphMaker(const MathAmrArguments& arguments, const TopicFormulas& formulas)
      : arguments_(arguments), formulas_(formulas) {}

  base::Result<MathAmr> make(const AmrRecord& record) {
    MathAmr made;
    if (arguments_.compatible) {
      made.graph = amr::splice_compatibly(record.graph, formulas_.of(record.id));
      if (arguments_.linearize) made.words = amr::linearize_compatibly(made.graph).value_or("");
      return made;
    }
    const auto tree = read_graph_of(record, arguments_.file);
    if (!tree) return std::unexpected(tree.error());
    const auto spliced = amr::lay_out(splice(amr::graph_of(*tree), record));
    if (!spliced) {
      return base::fail(
          fmt::format("{}: {}", place_of(record, arguments_.file), spliced.error().message));
    }
    made.graph = amr::write_indented(*spliced);
    if (arguments_.linearize) made.words = amr::linearize(*spliced);
    return made;
  }

  // Formulas that could not be read: their nodes have nothing below them.
  std::size_t unread() const { return unread_; }

 private:
  amr::Graph splice(const amr::Graph& sentence, const AmrRecord& record) {
    const RecordFormulas formulas(record, formulas_.of(record.id), reader_);
    unread_ += formulas.unread();
    return amr::splice_formulas(sentence, formulas.formulas(), arguments_.splice);
  }

  const MathAmrArguments& arguments_;
  const TopicFormulas& formulas_;
  formula::FormulaReader reader_;
  std::size_t unread_ = 0;
};

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
  const TopicFormulas formulas = TopicFormulas::read(kCommand, arguments.formulas);
  GraphMaker maker(arguments, formulas);
  base::ProgressBar progress("graphs", file.records.size());
  std::string out;
  bool all_read = true;
  for (std::size_t i = 0; i < file.records.size(); ++i) {
    progress.update(i, i);
    AmrRecord& record = file.records[i];
    const auto made = maker.make(record);
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
    fmt::print(stderr, "noether {}: {} could not be read, and {} no tree\n", kCommand,
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
                   "Graphs in which formulas stand as eqx12eqx: PENMAN, or JSON Lines with "
                   "`amr_before_splice` or `amr`; - for standard input")
      ->required();
  command
      ->add_option("--formulas", arguments->formulas,
                   "Table of formulas: tab-separated, with the columns id, formula and topic_id")
      ->required();
  command->add_option("--graphs", arguments->graphs,
                      "File of graphs of another parser, used for the sentences whose `::id` it "
                      "has; the records of FILE may then lack graphs");
  CLI::Option* compatible =
      command->add_flag("--compatible", arguments->compatible,
                        "As the MathAMR paper, byte for byte; the formulas are Content MathML");
  command
      ->add_flag("!--no-layout", arguments->splice.layout,
                 "Operator trees alone, without marks of the layout")
      ->excludes(compatible);
  command->add_flag("--linearize", arguments->linearize, "Lines of words, as `linearize` has them");
  command->footer(
      "The record that a formula belongs to is found by its topic; `formula_id` of a record names\n"
      "the formula that is searched for.\n"
      "\n"
      "Example:\n"
      "  printf 'id\\tformula\\nq_1\\tn+1\\n' > formulas.tsv\n"
      "  printf '(p / prime :domain eqx1eqx)\\n' > graphs.txt\n"
      "  noether amr mathamr graphs.txt --formulas formulas.tsv");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
