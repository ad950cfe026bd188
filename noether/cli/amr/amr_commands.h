// The commands of `noether amr`, one function and one file each, and how they read their files.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

namespace noether::cli {

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

// The text of a file, gzip and zstd decompressed, or of standard input for "-"; ends the program
// when there is none to read.
std::string read_whole_text(std::string_view command, const std::string& path);

}  // namespace noether::cli
