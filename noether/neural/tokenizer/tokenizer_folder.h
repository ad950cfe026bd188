// Folders of published tokenizers with any of their files, as one text in the layout of
// tokenizer.json.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/tokenizer/file_error.h"

namespace noether::neural::tokens {

// Models of SentencePiece (spiece.model), read from protobuf's wire format without its library.
struct SentencePieceFile {
  enum class Kind : std::uint8_t {
    Normal = 1,
    Unknown = 2,
    Control = 3,
    UserDefined = 4,
    Unused = 5,
    Byte = 6,
  };
  struct Entry {
    std::string text;
    float score = 0;
    Kind kind = Kind::Normal;
  };
  enum class Algorithm : std::uint8_t { Unigram = 1, BytePairs = 2, Words = 3, Characters = 4 };

  std::vector<Entry> entries;  // ordered by id
  Algorithm algorithm = Algorithm::Unigram;
  bool has_byte_fallback = false;
  std::string charsmap;
  bool adds_prefix = true;
  bool removes_extra_spaces = true;

  static base::Result<SentencePieceFile> read(std::string_view bytes);
};

base::Result<std::string> read_tokenizer_folder(const std::string& folder);

// The document of a SentencePiece model, with the settings of tokenizer_config.json. Throws a
// FileError.
Json sentence_piece_document(std::string_view model, const Json& config);

// The document as text: its parts and the ids of the vocabulary in the usual order.
std::string write_document(const Json& document);

}  // namespace noether::neural::tokens
