// The program `noether`: results on stdout, everything else on stderr.
#include <csignal>
#include <cstdio>
#include <exception>

#include "noether/cli/commands.h"

int main(int argc, char** argv) {
  using noether::cli::ExitCode;
  // A reader that goes away, as in `noether ... | head`, is an error value of Output instead.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    CLI::App app("Noether finds, compares and answers mathematics.", "noether");
    app.set_version_flag("--version", "noether " NOETHER_VERSION);
    app.require_subcommand(1);
    noether::cli::register_parse(app);
    noether::cli::register_equiv(app);
    noether::cli::register_check(app);
    noether::cli::register_diff(app);
    noether::cli::register_simplify(app);
    noether::cli::register_rewrite(app);
    noether::cli::register_rules(app);
    noether::cli::register_egraph(app);
    try {
      app.parse(argc, argv);
    } catch (const CLI::RuntimeError& finished) {
      return finished.get_exit_code();
    } catch (const CLI::ParseError& error) {
      return app.exit(error) == 0 ? 0 : static_cast<int>(ExitCode::Failure);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "noether: %s\n", error.what());
    return static_cast<int>(ExitCode::Failure);
  }
  return static_cast<int>(ExitCode::Ok);
}
