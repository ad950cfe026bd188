// The subcommands of `noether corpus`, one function and one file each.
#pragma once

#include <CLI/CLI.hpp>

namespace noether::cli {

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

}  // namespace noether::cli
