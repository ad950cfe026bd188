#include "noether/cli/console/messages.h"

#include "noether/base/output.h"
#include "noether/base/parallel.h"
#include "noether/cli/console/terminal_text.h"
#include "noether/search/present/shown_text.h"

namespace noether::cli {
namespace {

// A message may quote a file, so control sequences are removed; only its own line feeds are kept.
std::string clean_lines(std::string_view text) {
  std::string clean;
  while (true) {
    const std::size_t end = text.find('\n');
    clean += search::clean_text(text.substr(0, end));
    if (end == std::string_view::npos) return clean;
    clean += '\n';
    text.remove_prefix(end + 1);
  }
}

}  // namespace

void print_error(std::string_view command, const base::Error& error, std::string_view text) {
  fmt::print(stderr, "noether {}: {}\n", command, clean_lines(error.message));
  fmt::print(stderr, "{}", marked_place(text, error.span));
  if (!error.hint.empty()) fmt::print(stderr, "  {}\n", clean_lines(error.hint));
}

void warn_of_formula(std::string_view command, base::Error problem, std::string_view latex) {
  problem.message = "in the formula: " + problem.message;
  print_error(command, problem, latex);
}

void fail(std::string_view command, const base::Error& error, ExitCode code,
          std::string_view text) {
  print_error(command, error, text);
  finish(code);
}

void print_result(std::string_view command, std::string_view text) {
  auto output = base::Output::create("-");
  if (!output) fail(command, output.error(), ExitCode::Failure);
  auto written = output->write(text);
  if (written) written = output->close();
  if (written || output->pipe_closed()) return;
  fail(command, written.error(), ExitCode::Failure);
}

void add_threads_option(CLI::App& command, unsigned& threads) {
  command.add_option("--threads", threads, "The number of threads; 0 uses all cores")
      ->check(CLI::Range(0U, base::kMostThreads))
      ->capture_default_str();
}

}  // namespace noether::cli
