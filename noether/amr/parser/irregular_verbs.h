// Forms of irregular verbs.
#pragma once

#include <string_view>

namespace noether::amr {

// "go" of went; empty for forms that are regular.
std::string_view irregular_verb(std::string_view form);

}  // namespace noether::amr
