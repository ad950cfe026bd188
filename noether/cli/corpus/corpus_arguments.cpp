#include "noether/cli/corpus/corpus_arguments.h"

#include <fmt/format.h>

#include <utility>

#include "noether/base/parallel.h"
#include "noether/cli/console/messages.h"

namespace noether::cli {

egen::MemberTable read_members(std::string_view command, const std::string& path) {
  auto source = egen::open_clusters(path);
  if (!source) fail(command, source.error(), ExitCode::Failure);
  auto table = [&] {
    WatchedSource watched(**source);
    return egen::MemberTable::read(watched);
  }();
  if (!table) fail(command, table.error(), ExitCode::BadInput);
  return *std::move(table);
}

void print_summary(std::string_view command, std::string_view text,
                   const std::string& result_path) {
  if (result_path != "-") return print_result(command, text);
  fmt::print(stderr, "{}", text);
}

}  // namespace noether::cli
