// How commands are told which collection to read, and tell what was wrong with it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/cli/commands.h"
#include "noether/collection/document_source.h"

namespace noether::cli {

class CollectionArguments {
 public:
  // SOURCE..., --format, --field and --no-comments.
  void add_options(CLI::App& app);

  // Problems are printed as they come, the first ones of each kind, and counted.
  base::Result<std::unique_ptr<collection::DocumentSource>> open(std::string_view command);

  const collection::ProblemList& problems() const { return problems_; }
  // "2 records skipped, 1 flawed, 3 remarks"; "no problems" when there are none.
  std::string problem_summary() const;

 private:
  std::vector<std::string> sources_;
  std::string format_;
  std::vector<std::string> fields_;
  bool no_comments_ = false;
  collection::ProblemList problems_;
};

}  // namespace noether::cli
