#include "noether/neural/transformer/transformer_config.h"

#include <fmt/format.h>

#include <cmath>

namespace noether::neural {
namespace {

// Kernels take four numbers at a time.
constexpr std::uint32_t kTogether = 4;

}  // namespace

std::optional<std::string> TransformerConfig::problem() const {
  struct Bound {
    const char* name;
    std::uint32_t value;
    std::uint32_t least;
    std::uint32_t most;
  };
  const Bound bounds[] = {
      {"vocabulary", vocabulary, 1, kMaxVocabulary},
      {"layers", layers, 1, kMaxLayers},
      {"stored_layers", stored_layers, 1, layers},
      {"width", width, 1, kMaxWidth},
      {"heads", heads, 1, kMaxWidth},
      {"key_value_heads", key_value_heads, 1, heads},
      {"head_size", head_size, 1, kMaxWidth},
      {"feed_forward", feed_forward, 1, kMaxFeedForward},
      {"max_positions", max_positions, 1, kMaxPositions},
      {"position_offset", position_offset, 0, kMaxPositions},
      {"embedding_width", embedding_width, 1, kMaxWidth},
      {"segments", segments, 0, kMaxSegments},
      {"features", features, 0, kMaxFeatures},
      {"classes", head.classes, 0, kMaxClasses},
  };
  for (const Bound& bound : bounds) {
    if (bound.value < bound.least || bound.value > bound.most) {
      return fmt::format("\"{}\" is {}, not from {} to {}", bound.name, bound.value, bound.least,
                         bound.most);
    }
  }
  if (heads % key_value_heads != 0) return "\"heads\" are not a multiple of \"key_value_heads\"";
  for (const auto& [name, value] : {std::pair("width", width),
                                    {"feed_forward", feed_forward},
                                    {"embedding_width", embedding_width}}) {
    if (value % kTogether != 0)
      return fmt::format("\"{}\" is not a multiple of {}", name, kTogether);
  }
  if (heads * head_size > 2 * kMaxWidth || heads * head_size % kTogether != 0) {
    return "\"heads\" times \"head_size\" is not a multiple of 4, or too large";
  }
  if (positions == Positions::Rotary && head_size % 2 != 0) {
    return "\"head_size\" is odd, where rotary positions turn pairs";
  }
  if (!(norm_epsilon >= 0) || norm_epsilon > 1) return "\"norm_epsilon\" is not from 0 to 1";
  if (!(rotary_base >= 1) || !std::isfinite(rotary_base)) return "\"rotary_base\" is below 1";
  if (activation == Activation::Tanh) return "\"activation\" may not be tanh";
  if (head.words && head.words_activation == Activation::Tanh) {
    return "\"words_activation\" may not be tanh";
  }
  if ((head.order || head.classes > 0) && !head.pooler) {
    return "order and classes need a pooler, which is missing";
  }
  if (head.next && head.next_tied && embedding_width != width) {
    return "tied scores of the next token need embeddings of the full width";
  }
  return std::nullopt;
}

}  // namespace noether::neural
