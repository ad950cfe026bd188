// Files of graphs as the commands of `noether amr` read and write them: PENMAN with comments, or
// JSON Lines, told apart by the first character.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/amr/graph.h"
#include "noether/amr/mathamr/compatible_splice.h"
#include "noether/amr/mathamr/formula_splice.h"
#include "noether/amr/penman.h"
#include "noether/base/error.h"
#include "noether/formula/formula_io.h"

namespace noether::cli {

// The text of a file, gzip and zstd decompressed, or of standard input for "-"; ends the program if
// it cannot be read.
std::string read_whole_text(std::string_view command, const std::string& path);

struct AmrRecord {
  std::string id;                    // `topic` or `id`, or `# ::id`; else the record's number
  std::string sentence;              // `context` or `snt`, or `# ::snt`
  std::string comments;              // the comments of PENMAN, each line with its end
  std::string graph;                 // without the comments
  std::size_t line = 1;              // where the record begins
  std::size_t graph_line = 1;        // where the graph begins, in PENMAN
  nlohmann::ordered_json json = {};  // the whole record of JSON Lines
};

struct AmrRecords {
  bool is_json = false;
  std::vector<AmrRecord> records;
};

// `fields` are the names under which a record of JSON Lines may have its graph, in order of
// preference. Ends the program if the file cannot be read, or if a record has no graph and
// `needs_graphs` is true.
AmrRecords read_amr_records(std::string_view command, const std::string& path,
                            const std::vector<std::string>& fields, bool needs_graphs = true);

// The graph of a record of the file `path`. An error gives the line and column in the file; for
// JSON Lines it gives the line of the record, and the line and column in the text of the graph.
base::Result<amr::PenmanTree> read_graph_of(const AmrRecord& record, const std::string& path);
// "FILE: record ID (line 3)"
std::string place_of(const AmrRecord& record, const std::string& path);

// Replaces the graphs of the records by those of a file, matched by id. Returns the number of
// replaced graphs. Ends the program if the file cannot be read or a record remains without a graph.
std::size_t take_graphs(std::string_view command, const std::string& path, AmrRecords& records);

// Formulas of topics by the numbers of their ids, from a table with the columns id, formula and,
// when ids begin anew in each year, topic_id. A topic A.12 and a topic B.12 have the same formulas.
class TopicFormulas {
 public:
  // Ends the program if the file cannot be read.
  static TopicFormulas read(std::string_view command, const std::string& path);

  // Empty for an unknown topic.
  const amr::FormulaTexts& of(std::string_view topic) const;

 private:
  bool by_topic_ = false;
  std::unordered_map<std::string, amr::FormulaTexts> formulas_;  // by the number of the topic
};

// Numbers the formulas of a sentence that are LaTeX between dollar signs, in its text and where the
// graph has their LaTeX as a value. Formulas that have numbers keep them. Returns the LaTeX by
// number.
amr::FormulaTexts number_formulas(std::string& sentence, amr::Graph* graph = nullptr);

// The formulas of a sentence: those of its text in their order, then those that only its graph has.
class RecordFormulas {
 public:
  RecordFormulas(const AmrRecord& record, const amr::FormulaTexts& texts,
                 formula::FormulaReader& reader);

  std::span<const amr::SentenceFormula> formulas() const { return formulas_; }
  // The number of formulas that are missing or could not be read.
  std::size_t unread() const { return unread_; }

 private:
  std::vector<formula::Formula> read_;
  std::vector<amr::SentenceFormula> formulas_;
  std::size_t unread_ = 0;
};

}  // namespace noether::cli
