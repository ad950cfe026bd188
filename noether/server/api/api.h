// The API, /api/v1/: the handlers of all its paths.
#pragma once

#include "noether/server/http/router.h"
#include "noether/server/state.h"

namespace noether::server {

// The state must outlive the router.
void register_api(Router& router, const State& state);

}  // namespace noether::server
