// The model that training of texts begins with.
#pragma once

#include <cstdint>
#include <string>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"

namespace noether::train {

// A model of texts in Noether's format, in float32 or float16, that can be trained and reads
// sequences of so many tokens. Errors say what to do about it.
base::Result<neural::ModelFolder> open_start(const std::string& folder,
                                             std::uint32_t sequence_tokens);

}  // namespace noether::train
