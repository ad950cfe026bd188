#include "noether/cli/corpus_members.h"

#include <fmt/format.h>

#include <utility>

#include "noether/cli/expression_arguments.h"
#include "noether/cli/watched_source.h"
#include "noether/egen/worker_threads.h"

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

void add_threads_option(CLI::App& command, unsigned& threads) {
  command.add_option("--threads", threads, "The number of threads; 0 uses all cores")
      ->check(CLI::Range(0U, egen::kMostThreads))
      ->capture_default_str();
}

void print_summary(std::string_view command, std::string_view text,
                   const std::string& result_path) {
  if (result_path != "-") return print_result(command, text);
  fmt::print(stderr, "{}", text);
}

}  // namespace noether::cli
