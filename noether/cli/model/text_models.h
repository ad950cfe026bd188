// Describes and changes models of text, for the subcommands of `noether model`.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "noether/base/error.h"
#include "noether/cli/console/messages.h"
#include "noether/neural/model/model_folder.h"

namespace noether::cli {

template <typename T>
T value_or_fail(std::string_view command, base::Result<T> result) {
  if (!result) fail(command, result.error(), ExitCode::Failure);
  return *std::move(result);
}

inline void done_or_fail(std::string_view command, const base::Result<void>& done) {
  if (!done) fail(command, done.error(), ExitCode::Failure);
}

// Describes the layers, the parameters, the input, the heads, and the unused parts of the files.
std::string description_of(const neural::ModelFolder& model);

// Whether a folder holds a model of text, and not an encoder of expressions.
bool is_text_model(std::string_view command, const std::string& folder);
void text_model_info(const std::string& folder, bool json);
// `sample` is a collection to which rounding and codes of tokens are fitted; without it there are
// no codes.
void quantize_text_model(const std::string& folder, const std::string& output,
                         const std::string& sample);
void dequantize_text_model(const std::string& folder, const std::string& output);

}  // namespace noether::cli
