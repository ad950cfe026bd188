// The parts of a tokenizer.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/neural/tokenizer/added_tokens.h"
#include "noether/neural/tokenizer/decoder.h"
#include "noether/neural/tokenizer/formulas.h"
#include "noether/neural/tokenizer/model.h"
#include "noether/neural/tokenizer/normalizer.h"
#include "noether/neural/tokenizer/post_processor.h"
#include "noether/neural/tokenizer/pre_tokenizer.h"
#include "noether/neural/tokenizer/tokenizer.h"
#include "noether/neural/tokenizer/vocabulary.h"

namespace noether::neural::tokens {

struct Tokenizer::Parts {
  // Throws a FileError, or an exception of the JSON library.
  explicit Parts(const Json& document);
  // The finders point at `added`.
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  const AddedToken* added_token(TokenId id) const {
    const auto found = added_by_id.find(id);
    return found == added_by_id.end() ? nullptr : &added[found->second];
  }

  // The content of a token that is searched after the normaliser, in the form that occurs there.
  std::string normalized_content(const AddedToken& token) const;

  std::string json;  // as to_json gives it
  Vocabulary vocabulary;
  std::vector<AddedToken> added;
  std::unordered_map<TokenId, std::size_t> added_by_id;
  std::unordered_map<std::string_view, std::size_t> added_by_content;
  std::size_t size = 0;
  Normalizer normalizer;
  PreTokenizer pre_tokenizer;
  std::unique_ptr<const Model> model;
  PostProcessor post_processor;
  Decoder decoder;
  AddedTokenFinder raw_finder;         // before the normaliser
  AddedTokenFinder normalized_finder;  // and after it
  FormulaReader formulas;

 private:
  void read_vocabulary(const Json& model_json);
  void read_added(const Json& tokens);
};

}  // namespace noether::neural::tokens
