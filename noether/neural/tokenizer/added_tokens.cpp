#include "noether/neural/tokenizer/added_tokens.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "noether/neural/tokenizer/characters.h"

namespace noether::neural::tokens {
namespace {

// The start of the character before `at`.
std::size_t before(std::string_view text, std::size_t at) {
  do {
    --at;
  } while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80);
  return at;
}

bool is_class_at(std::string_view text, std::size_t at, std::uint16_t classes) {
  return is_class(next_character(text, at), classes);
}

// Reads a text, or an array of texts.
std::vector<std::string> read_formulas(const Json& json) {
  if (json.is_null()) return {};
  auto formulas = json.is_array() ? json.get<std::vector<std::string>>()
                                  : std::vector<std::string>{json.get<std::string>()};
  std::erase(formulas, std::string());
  return formulas;
}

}  // namespace

AddedToken AddedToken::read(const Json& json) {
  AddedToken token;
  const auto id = json.at("id").get<std::uint64_t>();
  if (id > Trie::kNone - 1) refuse("an added token has an id that is too large");
  token.id = static_cast<TokenId>(id);
  token.content = json.at("content").get<std::string>();
  token.formulas = read_formulas(json.value("formula", Json()));
  token.is_single_word = setting(json, "single_word", false);
  token.strips_left = setting(json, "lstrip", false);
  token.strips_right = setting(json, "rstrip", false);
  token.is_special = setting(json, "special", false);
  token.is_normalized = setting(json, "normalized", !token.is_special);
  return token;
}

Json AddedToken::to_json() const {
  Json json = {{"id", id},
               {"content", content},
               {"single_word", is_single_word},
               {"lstrip", strips_left},
               {"rstrip", strips_right},
               {"normalized", is_normalized},
               {"special", is_special}};
  if (formulas.size() == 1) json["formula"] = formulas.front();
  if (formulas.size() > 1) json["formula"] = formulas;
  return json;
}

AddedTokenFinder::AddedTokenFinder(const std::vector<AddedToken>& all, bool normalized,
                                   const Normalizer& normalizer)
    : all_(&all) {
  std::vector<std::pair<std::string, std::uint32_t>> texts;
  AlignedText text;
  AlignedText spare;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].is_normalized != normalized || all[i].is_of_formulas()) continue;
    text.assign(all[i].content, 0);
    if (normalized) normalizer.apply(text, spare);
    if (text.text.empty()) continue;
    first_bytes_.set(static_cast<unsigned char>(text.text[0]));
    texts.emplace_back(text.text, static_cast<std::uint32_t>(i));
  }
  trie_ = Trie::of({texts.begin(), texts.end()});
}

const AddedToken* AddedTokenFinder::token_at(std::string_view text, std::size_t at,
                                             std::size_t& end) const {
  if (!first_bytes_[static_cast<unsigned char>(text[at])]) return nullptr;
  const Trie::Match match = trie_.longest_prefix(text.substr(at));
  if (match.value == Trie::kNone) return nullptr;
  end = at + match.size;
  return &(*all_)[match.value];
}

bool AddedTokenFinder::split(std::string_view text, std::vector<Part>& parts) const {
  if (trie_.empty()) return false;
  std::size_t done = 0;  // the text before this is in a part already
  bool found = false;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    const AddedToken* token = token_at(text, at, end);
    if (token == nullptr) {
      ++at;
      continue;
    }
    const std::size_t place = std::exchange(at, end);
    if (token->is_single_word) {
      const bool begins = place == 0 || !is_class_at(text, before(text, place), kIsWord);
      const bool ends = end == text.size() || !is_class_at(text, end, kIsWord);
      if (!begins || !ends) continue;
    }
    std::size_t begin = std::max(place, done);
    while (token->strips_left && begin > done && is_class_at(text, before(text, begin), kIsSpace)) {
      begin = before(text, begin);
    }
    while (token->strips_right && end < text.size() && is_class_at(text, end, kIsSpace)) {
      next_character(text, end);
    }
    if (!found) parts.clear();
    found = true;
    if (done < begin) parts.push_back({done, begin, nullptr});
    if (begin < end) parts.push_back({begin, end, token});
    done = std::max(done, end);
  }
  if (found && done < text.size()) parts.push_back({done, text.size(), nullptr});
  return found;
}

}  // namespace noether::neural::tokens
