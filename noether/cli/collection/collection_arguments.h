// Selects the collection that a command reads, reports its problems, and writes one of its
// documents as JSON.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/cli/commands.h"
#include "noether/collection/document_source.h"
#include "noether/collection/text_pairs.h"
#include "noether/text/document.h"

namespace noether::cli {

class CollectionArguments {
 public:
  // SOURCE..., --format, --field, --no-comments and --follow-links.
  void add_options(CLI::App& app);

  // Problems are printed as they occur, the first ones of each kind, and counted; those of an
  // earlier opening are dropped. `passed_over` is a folder that is skipped inside the sources, such
  // as the index.
  base::Result<std::unique_ptr<collection::DocumentSource>> open(std::string_view command,
                                                                 std::string passed_over = {});

  const std::vector<std::string>& sources() const { return sources_; }
  // Whether only files of one format are read from a folder.
  bool has_format() const { return !format_.empty(); }
  bool follows_links() const { return follow_links_; }
  const collection::ProblemList& problems() const { return problems_; }
  // "2 records skipped, 1 flawed, 3 remarks"; or "no problems".
  std::string problem_summary() const;

 private:
  std::vector<std::string> sources_;
  std::string format_;
  std::vector<std::string> fields_;
  bool no_comments_ = false;
  bool follow_links_ = false;
  collection::ProblemList problems_;
};

// Questions of ARQMath topics, which commands exclude from the texts that models learn from.
class LeftOutTopics {
 public:
  void add_option(CLI::App& command);  // --leave-out
  // Ends the program if a file is not a file of topics.
  collection::KnownQuestions questions(std::string_view command) const;

 private:
  std::vector<std::string> files_;
};

// A document as a JSON object.
std::string document_json(const text::Document& document);

}  // namespace noether::cli
