#include "noether/amr/bank.h"

#include <fmt/format.h>

#include <algorithm>

namespace noether::amr {
namespace {

constexpr std::string_view kKeyMark = "::";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::string_view line_at(std::string_view text, std::size_t begin) {
  return text.substr(begin, std::min(text.find('\n', begin), text.size()) - begin);
}

// Whether the value of the key is the whole line. Texts of sentences may contain something that
// looks like the next key.
bool takes_whole_line(std::string_view key) {
  return key == "snt" || key == "alt" || key == "tok" || key == "zh";
}

// "# ::id lpp.1 ::date 2012-06-07" has two keys.
void add_metadata(std::string_view comment, BankEntry& entry) {
  std::string_view rest = trimmed(comment.substr(1));
  while (rest.starts_with(kKeyMark)) {
    rest.remove_prefix(kKeyMark.size());
    const std::size_t key_end = std::min(rest.find_first_of(" \t"), rest.size());
    const std::string_view key = rest.substr(0, key_end);
    rest.remove_prefix(key_end);
    const std::size_t next = takes_whole_line(key) ? std::string_view::npos : rest.find(" ::");
    const std::size_t value_end = std::min(next, rest.size());
    entry.metadata.emplace_back(key, trimmed(rest.substr(0, value_end)));
    rest = trimmed(rest.substr(value_end));
  }
}

// A graph and the comments around it, up to the first line with text after a blank line. Comments
// that a blank line separates from their graph still belong to it.
std::string_view entry_at(std::string_view text, std::size_t begin) {
  bool has_graph = false;
  bool is_parted = false;
  std::size_t at = begin;
  while (at < text.size()) {
    const std::string_view whole_line = line_at(text, at);
    const std::string_view line = trimmed(whole_line);
    if (line.empty()) {
      is_parted = has_graph;
    } else if (is_parted) {
      break;
    } else if (!line.starts_with('#')) {
      has_graph = true;
    }
    at = std::min(at + whole_line.size() + 1, text.size());
  }
  return text.substr(begin, at - begin);
}

}  // namespace

std::string_view BankEntry::find(std::string_view key) const {
  const auto found = std::ranges::find(metadata, key, &std::pair<std::string, std::string>::first);
  return found == metadata.end() ? std::string_view() : std::string_view(found->second);
}

base::Result<std::optional<BankEntry>> BankReader::next() {
  const std::string_view text = entry_at(text_, at_);
  BankEntry entry;
  entry.line = line_;
  bool has_graph = false;
  for (std::size_t at = 0; at < text.size(); at += line_at(text, at).size() + 1) {
    const std::string_view line = trimmed(line_at(text, at));
    if (line.starts_with('#')) add_metadata(line, entry);
    has_graph |= !line.empty() && !line.starts_with('#');
  }
  const std::size_t begin = at_;
  at_ += text.size();
  line_ += static_cast<std::size_t>(std::ranges::count(text, '\n'));
  // The rest consists of comments after the last graph.
  if (!has_graph) return std::nullopt;
  auto tree = read_penman(text, entry.line);
  if (!tree) {
    base::Error error = std::move(tree.error());
    const auto offset = static_cast<std::uint32_t>(begin);
    error.span = {error.span.begin + offset, error.span.end + offset};
    return std::unexpected(std::move(error));
  }
  entry.tree = *std::move(tree);
  return entry;
}

base::Result<std::vector<BankEntry>> read_bank(std::string_view text) {
  std::vector<BankEntry> entries;
  BankReader reader(text);
  while (true) {
    auto entry = reader.next();
    if (!entry) return std::unexpected(std::move(entry.error()));
    if (!*entry) return entries;
    entries.push_back(**std::move(entry));
  }
}

base::Result<GraphSource> GraphSource::read(std::string_view text) {
  GraphSource source;
  source.digest_ = base::digest_of(text);
  auto entries = read_bank(text);
  if (!entries) return std::unexpected(std::move(entries.error()));
  source.entries_ = *std::move(entries);
  for (std::size_t i = 0; i < source.entries_.size(); ++i) {
    const BankEntry& entry = source.entries_[i];
    const std::string id(entry.find("id"));
    if (id.empty()) {
      return base::fail(fmt::format("line {}: this graph has no `# ::id`", entry.line));
    }
    const auto [found, is_new] = source.place_of_.emplace(id, i);
    if (!is_new) {
      return base::fail(fmt::format("line {}: the id {} already occurs at line {}", entry.line, id,
                                    source.entries_[found->second].line));
    }
  }
  return source;
}

const BankEntry* GraphSource::find(std::string_view id) const {
  const auto found = place_of_.find(std::string(id));
  return found == place_of_.end() ? nullptr : &entries_[found->second];
}

}  // namespace noether::amr
