#include "noether/cli/index/index_summary.h"

#include <fmt/format.h>

#include "noether/cli/console/messages.h"

namespace noether::cli {
namespace {

std::string index_text(const IndexingResult& made, const IndexOptions& options) {
  return fmt::format("{}: {}, {}, {}, {:.1f} MB\n", options.folder,
                     counted(made.documents, "document"),
                     counted(made.formulas, "different formula"), counted(made.segments, "segment"),
                     static_cast<double>(made.bytes) / 1e6);
}

}  // namespace

std::string summary_text(const IndexingResult& made, const IndexOptions& options) {
  const index::BuildCounts& counts = made.counts;
  std::string text = counted(counts.documents, "document");
  if (counts.replaced > 0) text += fmt::format(" ({} of them replaced)", counts.replaced);
  text += fmt::format(" with {:.1f} MB of text and {} in {:.1f} s\n",
                      static_cast<double>(counts.text_bytes) / 1e6,
                      counted(counts.formulas, "formula"), made.seconds);
  if (counts.unchanged > 0) {
    text += fmt::format("{} unchanged\n", counted(counts.unchanged, "document"));
  }
  if (counts.removed > 0) {
    text +=
        fmt::format("{} removed, no longer in the sources\n", counted(counts.removed, "document"));
  }
  if (counts.refused > 0) text += fmt::format("{} refused\n", counted(counts.refused, "document"));
  return text + options.collection.problem_summary() + "\n" + index_text(made, options);
}

std::string change_text(const IndexingResult& made, const IndexOptions& options) {
  return fmt::format("{} new, {} changed, {} removed; {}",
                     made.counts.documents - made.counts.replaced, made.counts.replaced,
                     made.counts.removed, index_text(made, options));
}

std::string summary_json(const IndexingResult& made, const IndexOptions& options,
                         const AddedVectors& vectors) {
  const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  const auto problems = [&](collection::Problem::Severity severity) {
    return number(options.collection.problems().count(severity));
  };
  JsonObject summary;
  summary.add_number("documents", number(made.counts.documents))
      .add_number("replaced", number(made.counts.replaced))
      .add_number("refused", number(made.counts.refused))
      .add_number("removed", number(made.counts.removed))
      .add_number("not_seen", number(made.counts.not_seen))
      .add_number("unchanged", number(made.counts.unchanged))
      .add_number("text_bytes", number(made.counts.text_bytes))
      .add_number("formulas", number(made.counts.formulas))
      .add("seconds", fmt::format("{:.3f}", made.seconds))
      .add_number("skipped", problems(collection::Problem::Severity::Skipped))
      .add_number("flawed", problems(collection::Problem::Severity::Flawed))
      .add("index", JsonObject()
                        .add_number("documents", number(made.documents))
                        .add_number("formulas", number(made.formulas))
                        .add_number("segments", number(made.segments))
                        .add_number("bytes", number(made.bytes))
                        .text());
  if (!vectors.formulas.empty()) summary.add("vectors", vectors.formulas);
  if (!vectors.texts.passages.empty()) {
    summary.add("passages", vectors.texts.passages).add("sentences", vectors.texts.sentences);
  }
  if (!vectors.contexts.empty()) summary.add("contexts", vectors.contexts);
  return summary.text() + "\n";
}

}  // namespace noether::cli
