// noether get: prints one document of an index completely.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "noether/cli/collection/collection_arguments.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/console/terminal_text.h"
#include "noether/index/index_reader.h"
#include "noether/search/present/shown_text.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "get";

struct GetOptions {
  std::string folder;
  std::string id;
  bool json = false;
  bool latex = false;
};

// Prints paragraph by paragraph; a line feed inside a formula does not end a paragraph.
std::string field_text(const text::Field& field, bool latex, search::TextShower& shower) {
  const std::size_t columns = terminal_columns();
  std::string out;
  std::size_t formula = 0;
  std::uint32_t begin = 0;
  for (std::uint32_t at = 0; at <= field.text.size(); ++at) {
    while (formula < field.formulas.size() && field.formulas[formula].end < at) ++formula;
    const bool in_formula = formula < field.formulas.size() && at >= field.formulas[formula].begin;
    if (at < field.text.size() && (field.text[at] != '\n' || in_formula)) continue;
    const base::Span paragraph{begin, at};
    begin = at + 1;
    if (paragraph.begin == paragraph.end) continue;
    const std::string text =
        latex ? search::clean_text(std::string_view(field.text)
                                       .substr(paragraph.begin, paragraph.end - paragraph.begin))
              : shower.show(field, 0, paragraph, {});
    out += wrapped(text, "  ", columns);
  }
  return out;
}

std::string document_text(const text::Document& document, bool latex) {
  search::TextShower shower(search::MarkStyle::plain());
  std::string text =
      fmt::format("{}  {}\n", search::clean_text(document.id), search::clean_text(document.kind));
  const auto add_line = [&](std::string_view name, std::string_view value) {
    if (!value.empty())
      text += fmt::format("{:<14} {}\n", search::clean_text(name), search::clean_text(value));
  };
  add_line("source", document.source);
  add_line("parent", document.parent);
  add_line("tags", fmt::format("{}", fmt::join(document.tags, ", ")));
  for (std::size_t i = 0; i < document.properties.size();) {
    const std::string& name = document.properties[i].first;
    std::vector<std::string_view> values;
    for (; i < document.properties.size() && document.properties[i].first == name; ++i) {
      values.push_back(document.properties[i].second);
    }
    add_line(name, fmt::format("{}", fmt::join(values, " ")));
  }
  for (const text::Field& field : document.fields) {
    text +=
        fmt::format("\n{}\n{}", search::clean_text(field.name), field_text(field, latex, shower));
  }
  return text;
}

void run(const GetOptions& options) {
  const auto index = index::IndexReader::open(options.folder);
  if (!index) fail(kCommand, index.error(), ExitCode::Failure);
  const auto number = index->find_document(options.id);
  if (!number) fail(kCommand, number.error(), ExitCode::Failure);
  if (!*number) {
    fail(kCommand,
         {fmt::format("'{}' has no document '{}'", options.folder, options.id),
          {},
          "noether search shows the ids of documents"},
         ExitCode::BadInput);
  }
  const auto document = index->document(**number);
  if (!document) fail(kCommand, document.error(), ExitCode::Failure);
  print_result(kCommand, options.json ? document_json(*document) + "\n"
                                      : document_text(*document, options.latex));
}

}  // namespace

void register_get(CLI::App& app) {
  CLI::App* command = app.add_subcommand("get", "Prints a document of an index");
  const auto options = std::make_shared<GetOptions>();
  command->add_option("INDEX", options->folder, "The folder of the index")->required();
  command->add_option("DOCUMENT", options->id, "The id of the document")->required();
  command->add_flag("--latex", options->latex, "Formulas as LaTeX between dollar signs");
  command->add_flag("--json", options->json, "As a JSON object, all fields as they were indexed");
  command->footer(
      "Example:\n"
      "  noether get notes.idx calculus.tex#theorem-1");
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
