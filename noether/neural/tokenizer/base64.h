// Bytes as tokenizer.json carries them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace noether::neural::tokens {

std::string to_base64(std::string_view bytes);
std::optional<std::string> from_base64(std::string_view text);

}  // namespace noether::neural::tokens
