// Models in the form in which Hugging Face publishes them: a folder with config.json and
// safetensors, with the names and the layout of `transformers`, perhaps with the pooling of
// sentence-transformers.
#pragma once

#include <string>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"

namespace noether::neural {

// 16-bit numbers become float32. The model has the heads whose tensors are present. Errors name the
// file and the problem.
base::Result<ModelFolder> import_hugging_face(const std::string& folder);

// Writes float32, also for int8 weights. copy_tokenizer copies the files of the tokenizer.
base::Result<void> export_hugging_face(const ModelFolder& model, const std::string& folder);

}  // namespace noether::neural
