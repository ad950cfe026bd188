// The model that tuning begins with.
#pragma once

#include <string>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"

namespace noether::train {

// An error when it is no encoder in Noether's format with float32 weights that can be trained.
base::Result<neural::ModelFolder> open_start(const std::string& folder);

}  // namespace noether::train
