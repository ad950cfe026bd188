// noether documents: shows how a collection is read, before it is indexed.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "noether/base/output.h"
#include "noether/base/progress.h"
#include "noether/base/utf8.h"
#include "noether/cli/collection/collection_arguments.h"
#include "noether/cli/console/messages.h"
#include "noether/search/present/shown_text.h"

namespace noether::cli {
namespace {

constexpr std::string_view kCommand = "documents";

struct DocumentsOptions {
  CollectionArguments collection;
  std::size_t count = 5;
  std::string kind;
  std::string id;
  bool json = false;
};

struct DocumentCounts {
  std::uint64_t documents = 0;
  std::uint64_t formulas = 0;
  std::uint64_t with_id = 0;
  std::uint64_t with_visual_id = 0;
  std::uint64_t text_bytes = 0;
  std::map<std::string, std::uint64_t> kinds;
  std::map<std::string, std::uint64_t> fields;

  void add(const text::Document& document) {
    ++documents;
    ++kinds[document.kind];
    for (const text::Field& field : document.fields) {
      ++fields[field.name];
      text_bytes += field.text.size();
      formulas += field.formulas.size();
      for (const text::FormulaSpan& span : field.formulas) {
        with_id += span.id.empty() ? 0U : 1U;
        with_visual_id += span.visual_id.empty() ? 0U : 1U;
      }
    }
  }
};

// The beginning of a text, cut between characters.
std::string beginning(std::string_view text, std::size_t bytes) {
  std::string line;
  for (const base::CodePoint& point : base::code_points(text)) {
    if (line.size() + point.bytes.size() > bytes) return line + " ...";
    line += point.bytes;
  }
  return line;
}

std::string document_text(const text::Document& document) {
  constexpr std::size_t kFormulasShown = 4;
  std::string text =
      fmt::format("{}  {}\n", search::clean_text(document.id), search::clean_text(document.kind));
  const auto add_line = [&](std::string_view name, std::string_view value) {
    if (!value.empty())
      text += fmt::format("  {:<14} {}\n", search::clean_text(name), search::clean_text(value));
  };
  add_line("source", document.source);
  add_line("parent", document.parent);
  add_line("tags", fmt::format("{}", fmt::join(document.tags, ", ")));
  for (const text::Field& field : document.fields) {
    add_line(field.name, beginning(field.text, 200));
    std::vector<std::string> formulas;
    for (const text::FormulaSpan& span : field.formulas) {
      if (formulas.size() == kFormulasShown) break;
      std::string formula =
          beginning(std::string_view(field.text).substr(span.begin, span.end - span.begin), 60);
      if (!span.id.empty()) formula += fmt::format(" [{}]", span.id);
      formulas.push_back(std::move(formula));
    }
    if (!formulas.empty()) {
      text += fmt::format("  {:<14}   {}: {}{}\n", "", counted(field.formulas.size(), "formula"),
                          search::clean_text(fmt::format("{}", fmt::join(formulas, "; "))),
                          field.formulas.size() > kFormulasShown ? "; ..." : "");
    }
  }
  // A long list of links is written as one line.
  for (std::size_t i = 0; i < document.properties.size();) {
    const std::string& name = document.properties[i].first;
    std::vector<std::string> values;
    for (; i < document.properties.size() && document.properties[i].first == name; ++i) {
      values.push_back(document.properties[i].second);
    }
    add_line(name, beginning(fmt::format("{}", fmt::join(values, " ")), 100));
  }
  return text + "\n";
}

std::string counts_text(const std::map<std::string, std::uint64_t>& counts) {
  std::vector<std::pair<std::uint64_t, std::string>> sorted;
  for (const auto& [name, count] : counts) sorted.emplace_back(count, name);
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<std::string> parts;
  for (const auto& [count, name] : sorted)
    parts.push_back(fmt::format("{} {}", count, search::clean_text(name)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string summary_text(const DocumentCounts& counts, const CollectionArguments& collection) {
  std::string text =
      fmt::format("{}: {}\n", counted(counts.documents, "document"), counts_text(counts.kinds));
  text += fmt::format("fields: {}; {:.1f} MB of text\n", counts_text(counts.fields),
                      static_cast<double>(counts.text_bytes) / 1e6);
  text += counted(counts.formulas, "formula");
  if (counts.with_id > 0) {
    text +=
        fmt::format(", {} with an id, {} with a visual id", counts.with_id, counts.with_visual_id);
  }
  return text + "\n" + collection.problem_summary() + "\n";
}

std::string summary_json(const DocumentCounts& counts, const collection::ProblemList& problems) {
  JsonObject kinds;
  for (const auto& [name, count] : counts.kinds) {
    kinds.add_number(name, static_cast<std::int64_t>(count));
  }
  const auto number = [&](collection::Problem::Severity severity) {
    return static_cast<std::int64_t>(problems.count(severity));
  };
  return JsonObject()
             .add(
                 "summary",
                 JsonObject()
                     .add_number("documents", static_cast<std::int64_t>(counts.documents))
                     .add("kinds", kinds.text())
                     .add_number("formulas", static_cast<std::int64_t>(counts.formulas))
                     .add_number("with_id", static_cast<std::int64_t>(counts.with_id))
                     .add_number("with_visual_id", static_cast<std::int64_t>(counts.with_visual_id))
                     .add_number("text_bytes", static_cast<std::int64_t>(counts.text_bytes))
                     .add_number("skipped", number(collection::Problem::Severity::Skipped))
                     .add_number("flawed", number(collection::Problem::Severity::Flawed))
                     .add_number("remarks", number(collection::Problem::Severity::Remark))
                     .text())
             .text() +
         "\n";
}

void write(base::Output& output, const std::string& text) {
  if (const auto written = output.write(text); !written) {
    if (output.pipe_closed()) finish(ExitCode::Ok);
    fail(kCommand, written.error(), ExitCode::Failure);
  }
}

void run(DocumentsOptions& options) {
  auto source = options.collection.open(kCommand);
  if (!source) fail(kCommand, source.error(), ExitCode::Failure);
  auto output = base::Output::create("-");
  if (!output) fail(kCommand, output.error(), ExitCode::Failure);
  base::ProgressBar progress("documents", (*source)->total_bytes());
  DocumentCounts counts;
  std::size_t shown = 0;
  text::Document document;
  while (true) {
    const auto more = (*source)->next(document);
    if (!more) fail(kCommand, more.error(), ExitCode::Failure);
    if (!*more) break;
    counts.add(document);
    progress.update(counts.documents, (*source)->bytes_read());
    if (!options.kind.empty() && document.kind != options.kind) continue;
    if (!options.id.empty() && document.id != options.id) continue;
    if (shown++ >= options.count) continue;
    write(*output, options.json ? document_json(document) + "\n" : document_text(document));
  }
  progress.finish();
  write(*output, options.json ? summary_json(counts, options.collection.problems())
                              : summary_text(counts, options.collection));
  if (const auto closed = output->close(); !closed && !output->pipe_closed()) {
    fail(kCommand, closed.error(), ExitCode::Failure);
  }
  const bool is_bad = counts.documents == 0 || options.collection.problems().count(
                                                   collection::Problem::Severity::Skipped) > 0;
  if (is_bad) finish(ExitCode::BadInput);
}

}  // namespace

void register_documents(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("documents", "Prints the documents of a collection as they are read");
  const auto options = std::make_shared<DocumentsOptions>();
  options->collection.add_options(*command);
  command->add_option("-n", options->count, "The number of documents to print; all are counted")
      ->capture_default_str();
  command->add_option("--kind", options->kind,
                      "Only documents of this kind: question, theorem ...");
  command->add_option("--id", options->id, "Only the document with this id");
  command->add_flag("--json", options->json, "Print one JSON object per line, and the counts last");
  command->footer(
      fmt::format("Formats: {}.\n"
                  "\n"
                  "Example:\n"
                  "  noether documents notes/ -n 3",
                  fmt::join(collection::format_names(), ", ")));
  command->callback([options] { run(*options); });
}

}  // namespace noether::cli
