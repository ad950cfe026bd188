// Subcommands of `noether model` for models of text; those for encoders of expressions are in
// model.cpp.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

namespace noether::cli {

void register_model_import(CLI::App& model);
void register_model_export(CLI::App& model);
void register_model_add_latex(CLI::App& model);
void register_model_learn_tokenizer(CLI::App& model);
void register_model_generate(CLI::App& model);
void register_model_shape(CLI::App& model);

// Whether a folder holds a model of text, and not an encoder of expressions.
bool is_text_model(std::string_view command, const std::string& folder);
void text_model_info(const std::string& folder, bool json);
// `sample` is a collection that rounding and codes of tokens are fitted to; without one there are
// no codes.
void quantize_text_model(const std::string& folder, const std::string& output,
                         const std::string& sample);
void dequantize_text_model(const std::string& folder, const std::string& output);

}  // namespace noether::cli
