// The post-processors of tokenizer.json: the special tokens around one text or two, and the types
// of tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "noether/neural/tokenizer/file_error.h"
#include "noether/neural/tokenizer/vocabulary.h"

namespace noether::neural::tokens {

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

}  // namespace noether::neural::tokens
