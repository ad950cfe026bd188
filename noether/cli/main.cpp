// The program `noether`: results on stdout, everything else on stderr.
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "noether/cli/commands.h"

namespace {

// The arguments in the order CLI11 wants them, the last one first. An expression may begin with a
// minus sign, `-\\sin x` or `- x 1`: what is no option of the subcommand gets a blank in front,
// which no notation minds and which tells CLI11 that it is none. `--name` is left to be refused.
std::vector<std::string> arguments_of(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const CLI::App* command = &app;
  for (std::string& argument : arguments) {
    if (argument == "--") break;
    const auto named = command->get_subcommands(
        [&](const CLI::App* candidate) { return candidate->get_name() == argument; });
    if (!named.empty()) command = named.front();
    // What stands before a subcommand that is still to come is not for expressions.
    if (!command->get_subcommands({}).empty()) continue;
    if (!argument.starts_with('-') || argument.size() < 2 || argument.starts_with("--")) continue;
    const bool is_option = command->get_option_no_throw(argument.substr(0, 2)) != nullptr &&
                           argument.find_first_not_of("0123456789", 2) == std::string::npos;
    if (!is_option) argument.insert(0, " ");
  }
  return {arguments.rbegin(), arguments.rend()};
}

}  // namespace

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
    noether::cli::register_corpus(app);
    noether::cli::register_documents(app);
    if (argc > 1 && argv[1][0] != '-' &&
        app.get_subcommands([&](const CLI::App* command) { return command->get_name() == argv[1]; })
            .empty()) {
      std::fprintf(stderr, "noether: there is no command '%s'; noether --help lists them\n",
                   argv[1]);
      return static_cast<int>(ExitCode::Failure);
    }
    try {
      app.parse(arguments_of(app, argc, argv));
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
