// Where the encoder is that is used when nobody names one.
#pragma once

#include <string>

namespace noether::embedding {

// $NOETHER_MODEL; else share/noether/models/expression-encoder beside the folder of the program;
// else models/expression-encoder of the sources this program was built from. Whether a model is
// there is for the one who opens it to find out.
std::string shipped_model_folder();

}  // namespace noether::embedding
