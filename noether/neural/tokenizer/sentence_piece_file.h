// Models of SentencePiece (spiece.model), read from protobuf's wire format without its library.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"

namespace noether::neural::tokens {

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

  std::vector<Entry> entries;  // by id
  Algorithm algorithm = Algorithm::Unigram;
  bool has_byte_fallback = false;
  std::string charsmap;
  bool adds_prefix = true;
  bool removes_extra_spaces = true;

  static base::Result<SentencePieceFile> read(std::string_view bytes);
};

}  // namespace noether::neural::tokens
