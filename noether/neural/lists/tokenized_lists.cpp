#include "noether/neural/lists/tokenized_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "noether/base/file_system.h"
#include "noether/base/mix.h"
#include "noether/neural/tensor/safetensors.h"

namespace noether::neural {
namespace {

std::string text_entry(const nlohmann::json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_string()) {
    throw std::invalid_argument(fmt::format("\"{}\" is missing or no text", name));
  }
  return found->get<std::string>();
}

std::string id_entry(const nlohmann::json& json) {
  std::string id = text_entry(json, "id");
  const auto is_blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  if (id.empty() || std::ranges::any_of(id, is_blank)) {
    throw std::invalid_argument("\"id\" is empty or has white space");
  }
  return id;
}

ListedText listed_text(const nlohmann::json& json) {
  if (!json.is_object())
    throw std::invalid_argument("\"texts\" has an entry that is not an object");
  ListedText text = {.id = id_entry(json), .text = text_entry(json, "text")};
  if (const auto grade = json.find("grade"); grade != json.end()) {
    if (!grade->is_number_unsigned() || grade->get<std::uint64_t>() > kHighestGrade) {
      throw std::invalid_argument(
          fmt::format("\"grade\" is not a whole number from 0 to {}", kHighestGrade));
    }
    text.grade = grade->get<std::uint8_t>();
  }
  if (const auto score = json.find("score"); score != json.end()) {
    if (!score->is_number() || !std::isfinite(score->get<float>())) {
      throw std::invalid_argument("\"score\" is not a number");
    }
    text.score = score->get<float>();
  }
  return text;
}

}  // namespace

base::Result<ListLine> read_list_line(std::string_view line) {
  nlohmann::json json;
  try {
    json = nlohmann::json::parse(line);
  } catch (const std::exception&) {
    return base::fail("not JSON");
  }
  if (!json.is_object()) return base::fail("not an object of JSON");
  try {
    ListLine list = {.id = id_entry(json), .query = text_entry(json, "query"), .texts = {}};
    const auto texts = json.find("texts");
    if (texts == json.end() || !texts->is_array()) {
      return base::fail("\"texts\" is missing or no array");
    }
    for (const auto& text : *texts) list.texts.push_back(listed_text(text));
    return list;
  } catch (const std::exception& error) {
    return base::fail(error.what());
  }
}

namespace {

constexpr std::string_view kListsFormat = "noether-tokenized-lists";
constexpr std::string_view kListsVersion = "1";
constexpr std::uint64_t kMaxListsBytes = std::uint64_t{64} << 30;

// Ids contain no white space, so a line feed ends each of them.
std::vector<std::uint8_t> joined_ids(const TokenizedLists& lists) {
  std::vector<std::uint8_t> bytes;
  for (const auto* const ids : {&lists.list_ids, &lists.entry_ids}) {
    for (const std::string& id : *ids) {
      bytes.insert(bytes.end(), id.begin(), id.end());
      bytes.push_back('\n');
    }
  }
  return bytes;
}

bool split_ids(const std::vector<std::uint8_t>& bytes, TokenizedLists& lists) {
  std::vector<std::string> ids;
  std::string id;
  for (const std::uint8_t byte : bytes) {
    if (byte != '\n') {
      if (byte <= ' ') return false;
      id.push_back(static_cast<char>(byte));
      continue;
    }
    if (id.empty()) return false;
    ids.push_back(std::move(id));
    id.clear();
  }
  if (!id.empty() || ids.size() != lists.queries.size() + lists.entries.size()) return false;
  const auto entries = ids.begin() + static_cast<std::ptrdiff_t>(lists.queries.size());
  lists.list_ids.assign(std::make_move_iterator(ids.begin()), std::make_move_iterator(entries));
  lists.entry_ids.assign(std::make_move_iterator(entries), std::make_move_iterator(ids.end()));
  return true;
}

bool is_rising_to(const std::vector<std::uint64_t>& ends, std::uint64_t last) {
  std::uint64_t begin = 0;
  for (const std::uint64_t end : ends) {
    if (end <= begin || end > last) return false;
    begin = end;
  }
  return begin == last;
}

bool fits_together(const TokenizedLists& lists) {
  const auto is_text = [&](std::uint32_t number) { return number < lists.ends.size(); };
  const auto is_grade = [](std::int8_t grade) {
    return grade >= TokenizedLists::kNoGrade && grade <= kHighestGrade;
  };
  return is_rising_to(lists.ends, lists.tokens.size()) &&
         is_rising_to(lists.list_ends, lists.entries.size()) &&
         lists.list_ends.size() == lists.queries.size() &&
         lists.grades.size() == lists.entries.size() &&
         (lists.scores.empty() || lists.scores.size() == lists.entries.size()) &&
         std::ranges::all_of(lists.queries, is_text) &&
         std::ranges::all_of(lists.entries, is_text) &&
         std::ranges::all_of(lists.grades, is_grade) &&
         std::ranges::all_of(lists.scores, [](float score) { return std::isfinite(score); });
}

}  // namespace

base::Result<void> TokenizedLists::append(const TokenizedLists& others) {
  if (size() == 0) {
    *this = others;
    return {};
  }
  if (tokenizer != others.tokenizer || pair != others.pair) {
    return base::fail("the lists are of different tokenizers");
  }
  if (others.size() > 0 && scores.empty() != others.scores.empty()) {
    return base::fail("some of the lists have scores, others have none");
  }
  const auto first_text = static_cast<std::uint32_t>(ends.size());
  const std::uint64_t first_token = tokens.size();
  const std::uint64_t first_entry = entries.size();
  tokens.insert(tokens.end(), others.tokens.begin(), others.tokens.end());
  for (const std::uint64_t end : others.ends) ends.push_back(first_token + end);
  for (const std::uint32_t text : others.queries) queries.push_back(first_text + text);
  for (const std::uint64_t end : others.list_ends) list_ends.push_back(first_entry + end);
  for (const std::uint32_t text : others.entries) entries.push_back(first_text + text);
  grades.insert(grades.end(), others.grades.begin(), others.grades.end());
  scores.insert(scores.end(), others.scores.begin(), others.scores.end());
  list_ids.insert(list_ids.end(), others.list_ids.begin(), others.list_ids.end());
  entry_ids.insert(entry_ids.end(), others.entry_ids.begin(), others.entry_ids.end());
  return {};
}

std::uint64_t TokenizedLists::identity() const {
  std::uint64_t identity = tokenizer;
  const auto add = [&](std::uint64_t number) { identity = base::split_mix(identity ^ number); };
  const auto add_all = [&](const auto& numbers) {
    add(numbers.size());
    for (const auto number : numbers) add(static_cast<std::uint64_t>(number));
  };
  add_all(pair.before);
  add_all(pair.between);
  add_all(pair.after);
  add_all(pair.segments);
  add_all(tokens);
  add_all(ends);
  add_all(queries);
  add_all(list_ends);
  add_all(entries);
  add_all(grades);
  add(scores.size());
  for (const float score : scores) add(std::bit_cast<std::uint32_t>(score));
  return identity;
}

std::string TokenizedLists::to_bytes() const {
  const std::vector<std::uint16_t> narrow = narrow_numbers(tokens);
  const std::vector<std::uint8_t> ids = joined_ids(*this);
  const std::vector<std::uint8_t> segments(pair.segments.begin(), pair.segments.end());
  const std::vector<Tensor> tensors = {
      number_tensor("ends", TensorType::U64, ends),
      number_tensor("list_ends", TensorType::U64, list_ends),
      number_tensor("queries", TensorType::U32, queries),
      number_tensor("entries", TensorType::U32, entries),
      number_tensor("scores", TensorType::F32, scores),
      number_tensor("before", TensorType::U32, pair.before),
      number_tensor("between", TensorType::U32, pair.between),
      number_tensor("after", TensorType::U32, pair.after),
      narrow.size() == tokens.size() ? number_tensor("tokens", TensorType::U16, narrow)
                                     : number_tensor("tokens", TensorType::U32, tokens),
      number_tensor("grades", TensorType::I8, grades),
      number_tensor("segments", TensorType::U8, segments),
      number_tensor("ids", TensorType::U8, ids),
  };
  return safetensors_bytes(tensors, {{"format", std::string(kListsFormat)},
                                     {"version", std::string(kListsVersion)},
                                     {"tokenizer", fmt::to_string(tokenizer)}});
}

base::Result<TokenizedLists> TokenizedLists::from_bytes(std::string_view bytes) {
  const auto file = Safetensors::parse(bytes);
  if (!file) return std::unexpected(file.error());
  const auto metadata = [&](const char* name) {
    const auto found = file->metadata().find(name);
    return found == file->metadata().end() ? std::string() : found->second;
  };
  if (metadata("format") != kListsFormat || metadata("version") != kListsVersion) {
    return base::fail("not a file of tokenized lists, or of another version");
  }
  TokenizedLists lists;
  const std::string identity = metadata("tokenizer");
  const char* const end = identity.data() + identity.size();
  const auto [stopped, error] = std::from_chars(identity.data(), end, lists.tokenizer);
  std::vector<std::uint8_t> segments;
  std::vector<std::uint8_t> ids;
  if (error != std::errc{} || stopped != end ||
      !read_narrow_numbers(*file, "tokens", lists.tokens) ||
      !read_numbers(*file, "ends", TensorType::U64, lists.ends) ||
      !read_numbers(*file, "list_ends", TensorType::U64, lists.list_ends) ||
      !read_numbers(*file, "queries", TensorType::U32, lists.queries) ||
      !read_numbers(*file, "entries", TensorType::U32, lists.entries) ||
      !read_numbers(*file, "grades", TensorType::I8, lists.grades) ||
      !read_numbers(*file, "scores", TensorType::F32, lists.scores) ||
      !read_numbers(*file, "before", TensorType::U32, lists.pair.before) ||
      !read_numbers(*file, "between", TensorType::U32, lists.pair.between) ||
      !read_numbers(*file, "after", TensorType::U32, lists.pair.after) ||
      !read_numbers(*file, "segments", TensorType::U8, segments) ||
      !read_numbers(*file, "ids", TensorType::U8, ids) ||
      segments.size() != lists.pair.segments.size() || !fits_together(lists) ||
      !split_ids(ids, lists)) {
    return base::fail("damaged: its numbers do not fit together");
  }
  std::ranges::copy(segments, lists.pair.segments.begin());
  return lists;
}

base::Result<void> TokenizedLists::save(const std::string& path) const {
  return base::write_atomically(base::FileSystem::real(), path, to_bytes());
}

base::Result<TokenizedLists> TokenizedLists::load(const std::string& path) {
  const auto bytes = base::FileSystem::real().read(path, kMaxListsBytes);
  if (!bytes) return std::unexpected(bytes.error());
  auto lists = from_bytes(*bytes);
  if (!lists) {
    return base::fail(fmt::format("'{}': {}", path, lists.error().message), {},
                      "noether-train tokenize --lists makes such files");
  }
  return lists;
}

PairSequence pair_sequence(const PairTemplate& pair, std::span<const TokenId> first,
                           std::span<const TokenId> second) {
  PairSequence sequence;
  const auto add = [&](std::span<const TokenId> part, std::uint8_t segment) {
    sequence.tokens.insert(sequence.tokens.end(), part.begin(), part.end());
    sequence.segments.insert(sequence.segments.end(), part.size(), segment);
  };
  add(pair.before, pair.segments[0]);
  add(first, pair.segments[1]);
  add(pair.between, pair.segments[2]);
  add(second, pair.segments[3]);
  add(pair.after, pair.segments[4]);
  return sequence;
}

}  // namespace noether::neural
