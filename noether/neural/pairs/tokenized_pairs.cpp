#include "noether/neural/pairs/tokenized_pairs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "noether/base/file_system.h"
#include "noether/base/mix.h"
#include "noether/neural/tensor/safetensors.h"

namespace noether::neural {

base::Result<PairLine> read_pair_line(std::string_view line) {
  nlohmann::json json;
  try {
    json = nlohmann::json::parse(line);
  } catch (const std::exception&) {
    return base::fail("not JSON");
  }
  if (!json.is_object()) return base::fail("not an object of JSON");
  PairLine pair;
  base::Result<void> good;
  const auto read = [&](const char* name, std::string& to) {
    const auto found = json.find(name);
    if (found == json.end() || !found->is_string()) {
      if (good) good = base::fail(fmt::format("\"{}\" is missing or no text", name));
      return;
    }
    to = found->get<std::string>();
  };
  read("kind", pair.kind);
  read("group", pair.group);
  read("first", pair.first);
  read("second", pair.second);
  if (!good) return std::unexpected(good.error());
  return pair;
}

namespace {

constexpr std::string_view kPairsFormat = "noether-tokenized-pairs";
constexpr std::string_view kPairsVersion = "1";
constexpr std::uint64_t kMaxTokenizerFile = std::uint64_t{256} << 20;
constexpr std::uint64_t kMaxPairsBytes = std::uint64_t{64} << 30;

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

bool is_consistent(const TokenizedPairs& pairs) {
  if (pairs.ends.size() != 2 * pairs.groups.size() || pairs.kinds.size() != pairs.groups.size()) {
    return false;
  }
  std::uint64_t begin = 0;
  for (const std::uint64_t end : pairs.ends) {
    if (end <= begin || end > pairs.tokens.size()) return false;
    begin = end;
  }
  return begin == pairs.tokens.size() && std::ranges::all_of(pairs.kinds, [&](std::uint8_t kind) {
           return kind < pairs.kind_names.size();
         });
}

}  // namespace

std::uint64_t identity_of(std::string_view bytes) {
  std::uint64_t identity = base::split_mix(bytes.size());
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof(word), bytes.size() - at));
    identity = base::split_mix(identity ^ word);
  }
  return identity;
}

void TokenizedPairs::add(std::span<const TokenId> first, std::span<const TokenId> second,
                         std::uint32_t group, std::uint8_t kind) {
  for (const auto text : {first, second}) {
    tokens.insert(tokens.end(), text.begin(), text.end());
    ends.push_back(tokens.size());
  }
  groups.push_back(group);
  kinds.push_back(kind);
}

base::Result<void> TokenizedPairs::append(const TokenizedPairs& others,
                                          std::span<const std::string> of_kinds) {
  if (size() == 0) {
    kind_names = {of_kinds.begin(), of_kinds.end()};
    before = others.before;
    after = others.after;
    tokenizer = others.tokenizer;
  } else if (tokenizer != others.tokenizer || before != others.before || after != others.after) {
    return base::fail("the pairs are of different tokenizers");
  }
  const std::uint32_t first_group = size() == 0 ? 0 : std::ranges::max(groups) + 1;
  for (std::uint64_t i = 0; i < others.size(); ++i) {
    const auto kind = std::ranges::find(kind_names, others.kind_names[others.kinds[i]]);
    if (kind == kind_names.end()) continue;
    add(others.first(i), others.second(i), first_group + others.groups[i],
        static_cast<std::uint8_t>(kind - kind_names.begin()));
  }
  return {};
}

std::uint64_t TokenizedPairs::identity() const {
  std::uint64_t identity = tokenizer;
  const auto add_all = [&](const auto& numbers) {
    identity = base::split_mix(identity ^ numbers.size());
    for (const auto number : numbers) identity = base::split_mix(identity ^ number);
  };
  add_all(before);
  add_all(after);
  add_all(tokens);
  add_all(ends);
  add_all(groups);
  return identity;
}

std::string TokenizedPairs::to_bytes() const {
  const std::vector<std::uint16_t> narrow = narrow_numbers(tokens);
  const std::vector<Tensor> tensors = {
      number_tensor("ends", TensorType::U64, ends),
      number_tensor("groups", TensorType::U32, groups),
      number_tensor("before", TensorType::U32, before),
      number_tensor("after", TensorType::U32, after),
      narrow.size() == tokens.size() ? number_tensor("tokens", TensorType::U16, narrow)
                                     : number_tensor("tokens", TensorType::U32, tokens),
      number_tensor("kinds", TensorType::U8, kinds),
  };
  return safetensors_bytes(tensors, {{"format", std::string(kPairsFormat)},
                                     {"version", std::string(kPairsVersion)},
                                     {"kinds", fmt::format("{}", fmt::join(kind_names, "\n"))},
                                     {"tokenizer", fmt::to_string(tokenizer)}});
}

base::Result<TokenizedPairs> TokenizedPairs::from_bytes(std::string_view bytes) {
  const auto file = Safetensors::parse(bytes);
  if (!file) return std::unexpected(file.error());
  const auto metadata = [&](const char* name) {
    const auto found = file->metadata().find(name);
    return found == file->metadata().end() ? std::string() : found->second;
  };
  if (metadata("format") != kPairsFormat || metadata("version") != kPairsVersion) {
    return base::fail("not a file of tokenized pairs, or of another version");
  }
  TokenizedPairs pairs;
  pairs.kind_names = words_of(metadata("kinds"));
  const std::string identity = metadata("tokenizer");
  const char* const end = identity.data() + identity.size();
  const auto [stopped, error] = std::from_chars(identity.data(), end, pairs.tokenizer);
  if (error != std::errc{} || stopped != end ||
      !read_narrow_numbers(*file, "tokens", pairs.tokens) ||
      !read_numbers(*file, "ends", TensorType::U64, pairs.ends) ||
      !read_numbers(*file, "groups", TensorType::U32, pairs.groups) ||
      !read_numbers(*file, "kinds", TensorType::U8, pairs.kinds) ||
      !read_numbers(*file, "before", TensorType::U32, pairs.before) ||
      !read_numbers(*file, "after", TensorType::U32, pairs.after) || !is_consistent(pairs)) {
    return base::fail("damaged: its numbers do not fit together");
  }
  return pairs;
}

base::Result<std::uint64_t> tokenizer_identity(const std::string& folder,
                                               const std::string& tokenizer) {
  if (tokenizer.empty()) {
    return base::fail(fmt::format("the model in '{}' has no tokenizer", folder), {},
                      "import it from a folder that has its tokenizer.json");
  }
  const auto bytes = base::FileSystem::real().read(folder + "/" + tokenizer, kMaxTokenizerFile);
  if (!bytes) return std::unexpected(bytes.error());
  return identity_of(*bytes);
}

base::Result<void> TokenizedPairs::save(const std::string& path) const {
  return base::write_atomically(base::FileSystem::real(), path, to_bytes());
}

base::Result<TokenizedPairs> TokenizedPairs::load(const std::string& path) {
  const auto bytes = base::FileSystem::real().read(path, kMaxPairsBytes);
  if (!bytes) return std::unexpected(bytes.error());
  auto pairs = from_bytes(*bytes);
  if (!pairs) {
    return base::fail(fmt::format("'{}': {}", path, pairs.error().message), {},
                      "noether-train tokenize makes such files");
  }
  return pairs;
}

}  // namespace noether::neural
