// The program `noether`: parses the arguments and runs the command that they name. Results go to
// stdout, everything else to stderr.
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "noether/base/number_options.h"
#include "noether/cli/commands.h"

namespace noether::cli {
namespace {

// CLI11 represents a group of options as a subcommand without a name.
bool has_commands(const CLI::App& command) {
  return !command
              .get_subcommands(
                  [](const CLI::App* candidate) { return !candidate->get_name().empty(); })
              .empty();
}

// The arguments in the order that CLI11 expects, the last one first. An expression may begin with a
// minus sign, `-\\sin x` or `- x 1`. An argument that is not an option of the subcommand gets a
// blank in front, which all notations ignore and which shows CLI11 that it is not an option.
// `--name` is not changed, so that CLI11 reports it. An interval, `[0,1]`, gets a blank as well,
// because CLI11 would read it as a list of arguments.
std::vector<std::string> arguments_of(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const CLI::App* command = &app;
  for (std::string& argument : arguments) {
    if (argument == "--") break;
    const auto named = command->get_subcommands(
        [&](const CLI::App* candidate) { return candidate->get_name() == argument; });
    if (!named.empty()) command = named.front();
    // The arguments before the last subcommand are not expressions.
    if (has_commands(*command)) continue;
    if (argument.starts_with('[') && argument.ends_with(']')) argument.insert(0, " ");
    if (!argument.starts_with('-') || argument.size() < 2 || argument.starts_with("--")) continue;
    const bool is_option = command->get_option_no_throw(argument.substr(0, 2)) != nullptr &&
                           argument.find_first_not_of("0123456789", 2) == std::string::npos;
    if (!is_option) argument.insert(0, " ");
  }
  return {arguments.rbegin(), arguments.rend()};
}

// Reports an error and returns true if the first arguments name a command or subcommand that does
// not exist.
bool names_no_command(const CLI::App& app, int argc, char** argv) {
  const CLI::App* command = &app;
  std::string name = "noether";
  for (int i = 1; i < argc && argv[i][0] != '-' && has_commands(*command); ++i) {
    const auto named = command->get_subcommands(
        [&](const CLI::App* candidate) { return candidate->get_name() == argv[i]; });
    if (named.empty()) {
      std::fprintf(stderr, "%s: there is no command '%s'; %s --help lists them\n", name.c_str(),
                   argv[i], name.c_str());
      return true;
    }
    command = named.front();
    name += " " + command->get_name();
  }
  return false;
}

void register_corpus(CLI::App& app) {
  CLI::App* corpus = app.add_subcommand("corpus", "Makes and checks corpora of equal expressions");
  corpus->require_subcommand(1);
  register_corpus_generate(*corpus);
  register_corpus_import(*corpus);
  register_corpus_merge(*corpus);
  register_corpus_show(*corpus);
  register_corpus_pairs(*corpus);
  register_corpus_split(*corpus);
  register_corpus_stats(*corpus);
  register_corpus_tasks(*corpus);
  register_corpus_distractors(*corpus);
  register_corpus_triplets(*corpus);
  register_corpus_vary(*corpus);
  register_corpus_verify(*corpus);
}

void register_pool(CLI::App& app) {
  CLI::App* pool =
      app.add_subcommand("pool", "Builds pools of results to be judged, and merges judgements");
  pool->require_subcommand(1);
  register_pool_build(*pool);
  register_pool_merge(*pool);
}

void register_amr(CLI::App& app) {
  CLI::App* amr = app.add_subcommand(
      "amr",
      "Parses sentences to meaning graphs; scores, linearises and draws graphs, and puts formulas "
      "into them");
  amr->require_subcommand(1);
  register_amr_parse(*amr);
  register_amr_score(*amr);
  register_amr_mathamr(*amr);
  register_amr_linearize(*amr);
  register_amr_draw(*amr);
  register_amr_declarations(*amr);
  register_amr_lexicon(*amr);
  register_amr_split(*amr);
  register_amr_agree(*amr);
  register_amr_tune(*amr);
  register_amr_quantize(*amr);
}

// Returns the exit code of the process.
int run_program(int argc, char** argv, const std::string& version) {
  // A closed pipe, as in `noether ... | head`, is an error value of Output instead.
  std::signal(SIGPIPE, SIG_IGN);
  // A limit on the size of files is an error of the write, not the end of the program.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    CLI::App app("Noether finds, compares and answers mathematics.", "noether");
    app.set_version_flag("--version", "noether " + version);
    app.require_subcommand(1);
    register_parse(app);
    register_equiv(app);
    register_check(app);
    register_diff(app);
    register_simplify(app);
    register_rewrite(app);
    register_rules(app);
    register_egraph(app);
    register_corpus(app);
    register_documents(app);
    register_pairs(app);
    register_pieces(app);
    register_lists(app);
    register_index(app);
    register_stats(app);
    register_get(app);
    register_merge(app);
    register_delete(app);
    register_check_index(app);
    register_search(app);
    register_answer(app);
    register_embed(app);
    register_model(app);
    register_embed_index(app);
    register_similar(app);
    register_rerank(app);
    register_serve(app);
    register_run(app);
    register_experiment(app);
    register_eval(app);
    register_pool(app);
    register_agreement(app);
    register_embedding_tasks(app);
    register_map(app);
    register_amr(app);
    base::refuse_not_a_number(app);
    if (names_no_command(app, argc, argv)) return static_cast<int>(ExitCode::Failure);
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

}  // namespace
}  // namespace noether::cli

int main(int argc, char** argv) { return noether::cli::run_program(argc, argv, NOETHER_VERSION); }
