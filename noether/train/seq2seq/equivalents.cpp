#include "noether/train/seq2seq/equivalents.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "noether/train/seq2seq/seq2seq_model.h"

#ifndef NOETHER_TRAIN_ONLY
#include "noether/algebra/decide/decide.h"
#include "noether/algebra/notation/read_expression.h"
#include "noether/embedding/prefix_of_formula.h"
#include "noether/formula/formula_io.h"
#endif

namespace noether::train {

base::Result<std::string> source_text(std::string_view typed) {
#ifdef NOETHER_TRAIN_ONLY
  return std::string(typed);
#else
  return embedding::prefix_of_formula(typed);
#endif
}

namespace {

using embedding::ExpressionTokenizer;
using neural::TokenId;
using TokenKind = ExpressionTokenizer::Kind;

constexpr std::string_view kBlanks = " \t\r\n";

// Removes and returns the next token of the text; empty at the end.
std::string_view take_token(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  const std::string_view token = text.substr(0, text.find_first_of(kBlanks));
  text.remove_prefix(token.size());
  return token;
}

bool is_sign(const ExpressionTokenizer& tokenizer, TokenId id) {
  return tokenizer.token(id) == "<+>" || tokenizer.token(id) == "<->";
}

}  // namespace

SourceVariables::SourceVariables(const ExpressionTokenizer& tokenizer, std::string_view text,
                                 std::span<const TokenId> ids)
    : tokenizer_(&tokenizer) {
  for (const TokenId id : ids) {
    const TokenKind kind = tokenizer.kind(id);
    if (kind == TokenKind::Special) continue;
    // Each token id stands for one word of the text, except the digits of a number.
    if (kind == TokenKind::NumberPart && !is_sign(tokenizer, id)) continue;
    const std::string_view token = take_token(text);
    if (kind == TokenKind::Variable) names_.emplace(id, token);
  }
}

std::vector<TokenId> SourceVariables::tokens() const {
  std::vector<TokenId> ids;
  for (const auto& [id, name] : names_) ids.push_back(id);
  return ids;
}

base::Result<std::string> SourceVariables::write(std::span<const TokenId> ids) const {
  const auto decoded = tokenizer_->decode(ids);
  if (!decoded) return decoded;
  std::string_view rest = *decoded;
  std::string text;
  for (std::string_view token = take_token(rest); !token.empty(); token = take_token(rest)) {
    // Variables are few, so a linear search is fast enough.
    const auto named = std::ranges::find_if(
        names_, [&](const auto& entry) { return tokenizer_->token(entry.first) == token; });
    if (!text.empty()) text += ' ';
    text += named == names_.end() ? token : std::string_view(named->second);
  }
  return text;
}

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
  options.max_tokens = std::min(options.max_tokens, positions - 1);  // <bos> takes one position

  const SourceVariables variables(tokenizer, prefix, *ids);
  const PrefixGrammar grammar(token_roles(tokenizer), variables.tokens());
  const auto tokens = std::span(*ids).subspan(1, ids->size() - 2);
  SourceDecoder decoder(shape, weights, tokens);
  options.unwanted = tokens;

  // A number with its own token can also be spelled, so two hypotheses may have the same text.
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

#ifdef NOETHER_TRAIN_ONLY

EquivalenceCheck check_equivalent(std::string_view, std::string_view, double) {
  return {"unchecked", "this program was built without algebra"};
}

#else

EquivalenceCheck check_equivalent(std::string_view source, std::string_view candidate,
                                  double seconds) {
  algebra::Vocabulary vocabulary;
  algebra::Expressions pool(vocabulary);
  const auto left = algebra::read_expression(formula::Notation::Prefix, source, pool);
  if (!left) return {"unchecked", left.error().message};
  const auto right = algebra::read_expression(formula::Notation::Prefix, candidate, pool);
  if (!right) return {"unchecked", right.error().message};
  algebra::DecideOptions options;
  options.equality = algebra::Equality::WhereBothDefined;
  options.seconds = seconds;
  options.want_proof = false;
  const algebra::Decision decision = algebra::decide(pool, *left, *right, options);
  return {std::string(algebra::verdict_name(decision.verdict)), decision.reason};
}

#endif

}  // namespace noether::train
