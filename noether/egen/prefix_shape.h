// The shape of an expression in prefix notation, told from its tokens alone.
//
// Fast enough for hundreds of millions of tokens: every token is looked up once, no tree is built.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace noether::egen {

enum class TokenKind : std::uint8_t { Operator, Number, Variable, Constant };

struct TokenInfo {
  std::string name;  // without the number of operands: `log` of log#2
  TokenKind kind = TokenKind::Variable;
  std::uint32_t arity = 0;
  bool commutes = false;
  std::uint64_t digest = 0;
};

class PrefixShapes {
 public:
  // Corpora from elsewhere may hold any number of different tokens; those beyond are one.
  static constexpr std::size_t kMaxTokens = 1'000'000;

  struct Shape {
    std::span<const std::uint32_t> tokens;  // lives until the next reading
    std::uint32_t depth = 0;                // of a leaf: 1
    bool complete = false;                  // every operator has its operands, nothing is left over
    std::uint64_t text_digest = 0;
    // Equal for expressions that differ only in the order of operands of + * min max.
    std::uint64_t unordered_digest = 0;
  };

  PrefixShapes();
  // Tokens are separated by blanks.
  Shape read(std::string_view expression);

  const TokenInfo& info(std::uint32_t token) const { return infos_[token]; }
  std::size_t size() const { return infos_.size(); }

 private:
  struct Operand {
    std::uint32_t depth;
    std::uint64_t digest;
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };

  std::uint32_t token(std::string_view text);

  std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> numbers_;
  std::vector<TokenInfo> infos_;  // number 0 stands for the tokens beyond the limit
  std::vector<std::uint32_t> tokens_;
  std::vector<Operand> stack_;
};

}  // namespace noether::egen
