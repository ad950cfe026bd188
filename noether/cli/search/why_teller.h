// The sentences of `noether search --explain` and the picture of `--why`.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "noether/base/result_file.h"
#include "noether/cli/console/messages.h"
#include "noether/index/index_reader.h"
#include "noether/search/contexts/sentence_graphs.h"
#include "noether/search/present/shown_text.h"
#include "noether/search/present/why.h"
#include "noether/search/search.h"

namespace noether::cli {

// Explains by their sentences why documents were found. Without a parser it explains nothing.
class WhyTeller {
 public:
  // Does nothing if neither explanations nor a picture are requested.
  WhyTeller(std::string_view command, bool explains, std::string picture)
      : command_(command), picture_(std::move(picture)) {
    if (!explains && picture_.empty()) return;
    auto opened = search::SentenceGraphs::open();
    if (opened) {
      graphs_.emplace(*std::move(opened));
      return;
    }
    if (!picture_.empty()) fail(command_, opened.error(), ExitCode::Failure);
    fmt::print(stderr, "noether {}: sentences are not compared, because there is no parser: {}\n",
               command_, search::clean_text(opened.error().message));
  }

  // Returns nothing if the document has no sentence to compare with the query, or if the comparison
  // fails, which is reported.
  std::optional<search::Why> tell(const index::IndexReader& index, const search::Query& query,
                                  const search::FoundDocument& found) const {
    if (!graphs_) return std::nullopt;
    auto pair = search::best_sentences(query, found.document, found.matches);
    if (!pair) return std::nullopt;
    auto stored = search::stored_graph(index, found.number, pair->hit);
    if (!stored) fail(command_, stored.error(), ExitCode::Failure);
    auto why = search::compare_sentences(*std::move(pair), search::parser_of(*graphs_),
                                         *std::move(stored));
    if (why) return *std::move(why);
    fmt::print(stderr, "noether {}: {}: {}\n", command_, search::clean_text(found.document.id),
               why.error().message);
    return std::nullopt;
  }

  // Writes the picture of the first result; the file must not be in the folder `index`.
  void draw(const std::optional<search::Why>& first, const std::string& index) const {
    if (picture_.empty()) return;
    if (!first) {
      fail(command_, {"no sentence of the first result can be compared with the query", {}, {}},
           ExitCode::BadInput);
    }
    const auto written = base::write_result(picture_, search::picture_of(*first), index);
    if (!written) fail(command_, written.error(), ExitCode::Failure);
  }

 private:
  std::string_view command_;
  std::string picture_;  // the file; empty: no picture
  std::optional<search::SentenceGraphs> graphs_;
};

}  // namespace noether::cli
