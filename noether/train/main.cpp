// The program `noether-train`. It writes results to stdout and everything else to stderr.
#include <csignal>
#include <cstdio>
#include <exception>

#include "noether/base/number_options.h"
#include "noether/train/commands.h"

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    CLI::App app("Trains Noether's models.", "noether-train");
    app.set_version_flag("--version", "noether-train " NOETHER_VERSION);
    app.require_subcommand(1);
    noether::train::register_encoder(app);
    noether::train::register_seq2seq(app);
    noether::train::register_pretrain(app);
    noether::train::register_tune(app);
    noether::train::register_generate(app);
    noether::train::register_amr(app);
    noether::train::register_amr_examples(app);
    noether::train::register_score(app);
    noether::train::register_tokenize(app);
    noether::train::register_equivalents(app);
    noether::train::register_export(app);
    noether::train::register_info(app);
    noether::train::register_embed(app);
    noether::base::refuse_not_a_number(app);
    try {
      app.parse(argc, argv);
    } catch (const CLI::RuntimeError& finished) {
      return finished.get_exit_code();
    } catch (const CLI::ParseError& error) {
      return app.exit(error) == 0 ? 0 : 2;
    }
  } catch (const std::exception& error) {
    // Exceptions of LibTorch have the place in its sources after the first line, which is dropped.
    std::fprintf(stderr, "noether-train: %s\n", error.what());
    return 2;
  }
  return 0;
}
