// The folders of the default models.
#pragma once

#include <string>

namespace noether::embedding {

// The folder that the environment variable names; else share/noether/models/NAME beside the folder
// of the program; else models/NAME of the sources from which this program was built. The folder
// need not contain a model.
std::string shipped_model_folder(const char* variable, const std::string& name);

// The folder of the encoder of expressions, which $NOETHER_MODEL may name.
std::string shipped_model_folder();

// The name of the model in a folder: the last part of its path.
std::string model_name(const std::string& folder);

}  // namespace noether::embedding
