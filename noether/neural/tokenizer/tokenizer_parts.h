// The parts of a tokenizer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/neural/tokenizer/added_tokens.h"
#include "noether/neural/tokenizer/file_error.h"
#include "noether/neural/tokenizer/formulas.h"
#include "noether/neural/tokenizer/model.h"
#include "noether/neural/tokenizer/normalizer.h"
#include "noether/neural/tokenizer/pre_tokenizer.h"
#include "noether/neural/tokenizer/tokenizer.h"

namespace noether::neural::tokens {

// The post-processors of tokenizer.json: the special tokens around one text or two, and the types
// of tokens.

// A place of a template: a special token, or all tokens of a text.
struct TemplateItem {
  enum class Kind : std::uint8_t { Special, First, Second };
  Kind kind = Kind::Special;
  std::uint8_t type = 0;
  TokenId id = 0;  // of a special token
};

class PostProcessor {
 public:
  // Without special tokens; the second text has type 1.
  PostProcessor();
  // Reads the value under "post_processor", which may be null. Throws a FileError.
  static PostProcessor read(const Json& json);

  const std::vector<TemplateItem>& items(bool is_pair) const { return is_pair ? pair_ : single_; }
  std::size_t special_tokens(bool is_pair) const;

  // Whether spans of byte-level tokens exclude the white space at their ends; with `keeps_prefix`,
  // a space that the pre-tokenizer put before the first word does not count.
  bool trims_spans() const { return trims_spans_; }
  bool keeps_prefix() const { return keeps_prefix_; }

 private:
  void add(const Json& json, int depth);
  void read_template(const Json& json);
  void set(std::vector<TemplateItem> single, std::vector<TemplateItem> pair);

  std::vector<TemplateItem> single_;
  std::vector<TemplateItem> pair_;
  bool has_template_ = false;
  bool trims_spans_ = false;
  bool keeps_prefix_ = false;
};

// The decoders of tokenizer.json: from the texts of tokens back to a text that people read.
class DecoderStep {
 public:
  virtual ~DecoderStep() = default;
  virtual void apply(std::vector<std::string>& texts) const = 0;
};

class Decoder {
 public:
  Decoder() = default;
  // Reads the value under "decoder", which may be null. Throws a FileError.
  static Decoder read(const Json& json);

  // Without a decoder, tokens are separated by blanks.
  std::string decode(std::vector<std::string> texts) const;

 private:
  void add(const Json& json, int depth);

  GrowthLimit growth_;
  std::vector<std::shared_ptr<const DecoderStep>> steps_;
};

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

  std::string json;  // the result of to_json
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
  AddedTokenFinder normalized_finder;  // after the normaliser
  FormulaReader formulas;

 private:
  void read_vocabulary(const Json& model_json);
  void read_added(const Json& tokens);
};

}  // namespace noether::neural::tokens
