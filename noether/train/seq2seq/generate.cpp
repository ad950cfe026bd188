#include "noether/train/seq2seq/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "noether/train/seq2seq/seq2seq_model.h"
#include "noether/train/seq2seq/source_variables.h"

namespace noether::train {

base::Result<std::vector<Generated>> generate_equivalents(
    const Seq2seqShape& shape, const ParameterViews& weights,
    const embedding::ExpressionTokenizer& tokenizer, std::string_view prefix, BeamOptions options) {
  const auto ids = tokenizer.encode(prefix);
  if (!ids) return std::unexpected(ids.error());
  const auto positions = static_cast<std::size_t>(shape.encoder.positions);
  if (ids->size() > positions) {
    return base::fail(fmt::format("the expression has {} tokens, and the model reads at most {}",
                                  ids->size() - 2, positions - 2));
  }
  options.max_tokens = std::min(options.max_tokens, positions - 1);  // <bos> has one

  const SourceVariables variables(tokenizer, prefix, *ids);
  const PrefixGrammar grammar(token_roles(tokenizer), variables.tokens());
  const auto tokens = std::span(*ids).subspan(1, ids->size() - 2);
  SourceDecoder decoder(shape, weights, tokens);
  options.unwanted = tokens;

  // A number can be spelled though it has a token of its own, so two hypotheses may be one text.
  auto source = variables.write(*ids);
  if (!source) return std::unexpected(source.error());
  std::set<std::string> seen = {std::move(*source)};
  std::vector<Generated> equivalents;
  for (const Hypothesis& hypothesis : beam_search(decoder, grammar, options)) {
    auto text = variables.write(hypothesis.tokens);
    if (!text) return std::unexpected(text.error());
    if (!seen.insert(*text).second) continue;
    equivalents.push_back({std::move(*text), hypothesis.log_probability, hypothesis.score});
  }
  return equivalents;
}

}  // namespace noether::train
