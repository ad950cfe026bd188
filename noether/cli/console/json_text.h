// JSON for the output of commands.
#pragma once

#include "noether/base/json_text.h"

namespace noether::cli {

using base::json_array;
using base::json_string;
using base::JsonObject;

}  // namespace noether::cli
