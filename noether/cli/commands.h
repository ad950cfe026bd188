// The subcommands of the program, one function and one file each; main.cpp lists them.
//
// A register function adds its subcommand with options, an example and the callback that runs it.
// A callback that returns has succeeded; on failure it calls `finish`.
#pragma once

#include <CLI/CLI.hpp>

namespace noether::cli {

enum class ExitCode : int {
  Ok = 0,
  BadInput = 1,  // a part of the input is invalid
  Failure = 2,   // the work could not be done: wrong usage, an unreadable file, a full disk
};

// Leaves the running callback; the program ends with this code and without another message.
[[noreturn]] inline void finish(ExitCode code) { throw CLI::RuntimeError(static_cast<int>(code)); }

void register_parse(CLI::App& app);
void register_equiv(CLI::App& app);
void register_check(CLI::App& app);
void register_diff(CLI::App& app);
void register_simplify(CLI::App& app);
void register_rewrite(CLI::App& app);
void register_rules(CLI::App& app);
void register_egraph(CLI::App& app);
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
void register_agreement(CLI::App& app);
void register_embedding_tasks(CLI::App& app);
void register_map(CLI::App& app);

// The subcommands of `noether corpus`.
void register_corpus_distractors(CLI::App& corpus);
void register_corpus_generate(CLI::App& corpus);
void register_corpus_import(CLI::App& corpus);
void register_corpus_merge(CLI::App& corpus);
void register_corpus_pairs(CLI::App& corpus);
void register_corpus_show(CLI::App& corpus);
void register_corpus_split(CLI::App& corpus);
void register_corpus_stats(CLI::App& corpus);
void register_corpus_tasks(CLI::App& corpus);
void register_corpus_triplets(CLI::App& corpus);
void register_corpus_vary(CLI::App& corpus);
void register_corpus_verify(CLI::App& corpus);

// The subcommands of `noether amr`.
void register_amr_parse(CLI::App& amr);
void register_amr_lexicon(CLI::App& amr);
void register_amr_split(CLI::App& amr);
void register_amr_agree(CLI::App& amr);
void register_amr_tune(CLI::App& amr);
void register_amr_quantize(CLI::App& amr);
void register_amr_score(CLI::App& amr);
void register_amr_mathamr(CLI::App& amr);
void register_amr_linearize(CLI::App& amr);
void register_amr_draw(CLI::App& amr);
void register_amr_declarations(CLI::App& amr);

// The subcommands of `noether model` for models of text; model/model.cpp has those for encoders of
// expressions.
void register_model_import(CLI::App& model);
void register_model_export(CLI::App& model);
void register_model_add_latex(CLI::App& model);
void register_model_learn_tokenizer(CLI::App& model);
void register_model_generate(CLI::App& model);
void register_model_shape(CLI::App& model);

// The subcommands of `noether pool`.
void register_pool_build(CLI::App& pool);
void register_pool_merge(CLI::App& pool);

}  // namespace noether::cli
