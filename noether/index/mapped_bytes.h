// The files of an index are mapped into memory.
#pragma once

#include "noether/base/mapped_bytes.h"

namespace noether::index {

using base::MappedBytes;

}  // namespace noether::index
