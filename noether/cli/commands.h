// The subcommands of the program, one function and one file each.
//
// A register function adds its subcommand with options, an example and the callback that runs it.
// A callback that returns has succeeded; one that has not ends with `finish`.
#pragma once

#include <CLI/CLI.hpp>

namespace noether::cli {

enum class ExitCode : int {
  Ok = 0,
  BadInput = 1,  // some of the input could not be read as what it should be
  Failure = 2,   // the work could not be done: wrong usage, an unreadable file, a full disk
};

// Leaves the running callback; the program ends with this code, and says nothing more.
[[noreturn]] inline void finish(ExitCode code) { throw CLI::RuntimeError(static_cast<int>(code)); }

void register_parse(CLI::App& app);
void register_equiv(CLI::App& app);
void register_check(CLI::App& app);
void register_diff(CLI::App& app);
void register_simplify(CLI::App& app);
void register_rewrite(CLI::App& app);
void register_rules(CLI::App& app);
void register_egraph(CLI::App& app);
void register_corpus(CLI::App& app);
void register_documents(CLI::App& app);
void register_pairs(CLI::App& app);
void register_pieces(CLI::App& app);
void register_lists(CLI::App& app);
void register_index(CLI::App& app);
void register_stats(CLI::App& app);
void register_get(CLI::App& app);
void register_merge(CLI::App& app);
void register_delete(CLI::App& app);
void register_check_index(CLI::App& app);
void register_search(CLI::App& app);
void register_answer(CLI::App& app);
void register_embed(CLI::App& app);
void register_model(CLI::App& app);
void register_embed_index(CLI::App& app);
void register_similar(CLI::App& app);
void register_rerank(CLI::App& app);
void register_serve(CLI::App& app);
void register_run(CLI::App& app);
void register_experiment(CLI::App& app);
void register_eval(CLI::App& app);
void register_pool(CLI::App& app);
void register_agreement(CLI::App& app);
void register_embedding_tasks(CLI::App& app);
void register_map(CLI::App& app);
void register_amr(CLI::App& app);

}  // namespace noether::cli
