// The model that tuning begins with.
#pragma once

#include <cstdint>
#include <string>

#include "noether/base/error.h"
#include "noether/neural/model/model_folder.h"

namespace noether::train {

// The treatment of an int8 start model: refused, because training would continue a rounded model,
// or accepted, if much is new anyway.
enum class Int8Start : std::uint8_t { Refused, Taken };

// An error when it is no encoder in Noether's format that can be trained. Its weights are float32.
base::Result<neural::ModelFolder> open_start(const std::string& folder,
                                             Int8Start int8 = Int8Start::Refused);
// The same for a decoder, which has a head for the next token.
base::Result<neural::ModelFolder> open_decoder(const std::string& folder);

}  // namespace noether::train
