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
  bool compatible = false;
  bool linearize = false;
  amr::SpliceOptions splice;
};

struct MathAmr {
  std::string graph;
  std::string words;  // only on request
};

// Tables of ARQMath have LaTeX, Presentation or Content MathML.
formula::Notation notation_of(std::string_view text) {
  if (text.find("<math") == std::string_view::npos) return formula::Notation::Latex;
  for (const std::string_view element : {"<apply", "<ci", "<cn", "<csymbol", "<cerror"}) {
    if (text.find(element) != std::string_view::npos) return formula::Notation::ContentMathML;
  }
  return formula::Notation::MathML;
}

// In the order of the sentence, then those that only the graph has.
std::vector<std::string> formula_ids(const AmrRecord& record) {
  std::vector<std::string> ids;
  for (const std::string* text : {&record.sentence, &record.graph}) {
    for (std::string& id : amr::formula_ids_in(*text)) {
      if (std::ranges::find(ids, id) == ids.end()) ids.push_back(std::move(id));
    }
  }
  return ids;
}

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
    const auto tree = amr::read_penman(record.graph);
    if (!tree) return std::unexpected(tree.error());
    const auto spliced = amr::lay_out(splice(amr::graph_of(*tree), record));
    if (!spliced) return std::unexpected(spliced.error());
    made.graph = amr::write_indented(*spliced);
    if (arguments_.linearize) made.words = amr::linearize(*spliced);
    return made;
  }

  // Formulas that could not be read: their nodes have nothing below them.
  std::size_t unread() const { return unread_; }

 private:
  amr::Graph splice(const amr::Graph& sentence, const AmrRecord& record) {
    const amr::FormulaTexts& texts = formulas_.of(record.id);
    const std::vector<std::string> ids = formula_ids(record);
    const std::string queried = queried_id(record);
    std::vector<formula::Formula> read(ids.size());
    std::vector<amr::SentenceFormula> formulas;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const auto text = texts.find(ids[i]);
      const bool is_read =
          text != texts.end() && reader_.read(notation_of(text->second), text->second, read[i]);
      if (!is_read) ++unread_;
      formulas.push_back({ids[i], is_read ? &read[i] : nullptr, ids[i] == queried});
    }
    return amr::splice_formulas(sentence, formulas, arguments_.splice);
  }

  static std::string queried_id(const AmrRecord& record) {
    const auto found = record.json.find("formula_id");
    if (found == record.json.end() || !found->is_string()) return {};
    const auto id = found->get<std::string>();
    return id.substr(id.rfind('_') + 1);
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
  AmrRecords file = read_amr_records(kCommand, arguments.file, {"amr_before_splice", "amr"});
  const TopicFormulas formulas = TopicFormulas::read(kCommand, arguments.formulas);
  GraphMaker maker(arguments, formulas);
  base::ProgressBar progress("graphs", file.records.size());
  std::string out;
  bool all_read = true;
  for (std::size_t i = 0; i < file.records.size(); ++i) {
    progress.update(i, i);
    AmrRecord& record = file.records[i];
    auto made = maker.make(record);
    if (!made) {
      progress.finish();
      made.error().message = fmt::format("{}: record {} (line {}): {}", arguments.file, record.id,
                                         record.line, made.error().message);
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
