// Where the models are that are used when nobody names one.
#pragma once

#include <string>

namespace noether::embedding {

// What the environment variable names; else share/noether/models/NAME beside the folder of the
// program; else models/NAME of the sources this program was built from. Whether a model is there is
// for the one who opens it to find out.
std::string shipped_model_folder(const char* variable, const std::string& name);

// The encoder of expressions, which $NOETHER_MODEL may name.
std::string shipped_model_folder();

// What the model of a folder is called: the last part of its path.
std::string model_name(const std::string& folder);

}  // namespace noether::embedding
