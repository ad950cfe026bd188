// noether amr declarations: the symbols that sentences declare.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "noether/amr/declarations/declarations.h"
#include "noether/amr/penman.h"
#include "noether/cli/amr/records.h"
#include "noether/cli/console/messages.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "amr declarations";

struct DeclarationsArguments {
  std::string file;
  std::string formulas;
  bool json = false;
};

std::string declaration_json(const amr::Declaration& declaration) {
  JsonObject object;
  object.add_string("symbol", declaration.symbol);
  if (!declaration.formula_id.empty()) object.add_string("formula", declaration.formula_id);
  object.add_string("kind", declaration.kind).add_string("head", declaration.head);
  if (!declaration.quantifier.empty()) object.add_string("quantifier", declaration.quantifier);
  if (declaration.is_negated) object.add("negated", "true");
  return object.text();
}

std::string declaration_line(const std::string& id, const amr::Declaration& declaration) {
  return fmt::format("{}\t{}\t{}{}{}\n", id, declaration.symbol,
                     declaration.quantifier.empty() ? "" : declaration.quantifier + " ",
                     declaration.is_negated ? "not " : "", declaration.kind);
}

void run(const DeclarationsArguments& arguments) {
  const AmrRecords file =
      read_amr_records(kCommand, arguments.file, {"amr", "amr_before_splice", "mathamr"});
  const TopicFormulas formulas = arguments.formulas.empty()
                                     ? TopicFormulas()
                                     : TopicFormulas::read(kCommand, arguments.formulas);
  formula::FormulaReader reader;
  std::string out;
  bool all_read = true;
  for (const AmrRecord& record : file.records) {
    const auto tree = read_graph_of(record, arguments.file);
    if (!tree) {
      print_error(kCommand, tree.error());
      all_read = false;
      continue;
    }
    const RecordFormulas read(record, formulas.of(record.id), reader);
    std::vector<std::string> objects;
    for (const amr::Declaration& declaration :
         amr::declarations_in(amr::graph_of(*tree), read.formulas())) {
      if (arguments.json) {
        objects.push_back(declaration_json(declaration));
      } else {
        out += declaration_line(record.id, declaration);
      }
    }
    if (!arguments.json) continue;
    JsonObject object;
    object.add_string("id", record.id).add("declarations", json_array(objects));
    out += object.text() + "\n";
  }
  print_result(kCommand, out);
  if (!all_read) finish(ExitCode::BadInput);
}

}  // namespace

void register_amr_declarations(CLI::App& amr) {
  CLI::App* command = amr.add_subcommand(
      "declarations", "Lists the symbols that sentences declare: G, finite group");
  const auto arguments = std::make_shared<DeclarationsArguments>();
  command
      ->add_option("FILE", arguments->file,
                   "Graphs in which formulas are words such as eqx12eqx: PENMAN, or JSON Lines "
                   "with `amr` or `amr_before_splice`; - for standard input")
      ->required();
  command->add_option(
      "--formulas", arguments->formulas,
      "Table of formulas, as for `mathamr`; without it a symbol is shown as eqx12eqx");
  command->add_flag("--json", arguments->json, "One JSON object for each graph");
  command->footer(
      "Each line has the id of the graph, the symbol, and its meaning.\n"
      "\n"
      "Example:\n"
      "  printf 'id\\tformula\\nq_1\\tG\\n' > formulas.tsv\n"
      "  printf '(g / group :mod (f / finite) :domain eqx1eqx)\\n' > graphs.txt\n"
      "  noether amr declarations graphs.txt --formulas formulas.tsv");
  command->callback([arguments] { run(*arguments); });
}

}  // namespace noether::cli
