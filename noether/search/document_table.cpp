#include "noether/search/document_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "noether/base/ascii.h"

namespace noether::search {
namespace {

// The kind of documents that belong to the thread of their parent.
constexpr std::string_view kAnswer = "answer";

std::optional<std::uint32_t> read_digits(std::string_view text) {
  std::uint32_t value = 0;
  for (const char c : text) {
    if (!base::is_digit(c)) return std::nullopt;
    value = value * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return value;
}

std::uint32_t days_in(std::uint32_t year, std::uint32_t month) {
  constexpr std::array<std::uint32_t, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return kDays[month - 1] + (month == 2 && is_leap ? 1 : 0);
}

std::optional<Date> read_date(std::string_view text, bool last) {
  const bool has_month = text.size() > 4;
  const bool has_day = text.size() > 7;
  if (text.size() < 4 || (has_month && (text.size() < 7 || text[4] != '-'))) return std::nullopt;
  if (has_day && (text.size() < 10 || text[7] != '-')) return std::nullopt;
  if (text.size() > 10 && base::is_digit(text[10])) return std::nullopt;
  const auto year = read_digits(text.substr(0, 4));
  const auto month = has_month ? read_digits(text.substr(5, 2)) : (last ? 12U : 1U);
  if (!year || *year == 0 || !month || *month < 1 || *month > 12) return std::nullopt;
  const std::uint32_t days = days_in(*year, *month);
  const auto day = has_day ? read_digits(text.substr(8, 2)) : (last ? days : 1U);
  if (!day || *day < 1 || *day > days) return std::nullopt;
  return *year * 10'000 + *month * 100 + *day;
}

}  // namespace

std::optional<Date> read_date(std::string_view text) { return read_date(text, false); }
std::optional<Date> read_last_date(std::string_view text) { return read_date(text, true); }

std::string date_text(Date date) {
  return fmt::format("{:04}-{:02}-{:02}", date / 10'000, date / 100 % 100, date % 100);
}

std::string source_name(std::string_view source) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (!source.starts_with(scheme)) continue;
    source.remove_prefix(scheme.size());
    return std::string(source.substr(0, source.find_first_of("/?#")));
  }
  const std::size_t slash = source.rfind('/');
  return slash == std::string_view::npos ? "." : std::string(source.substr(0, slash));
}

Date date_of(const text::Document& document) {
  for (const auto& [name, value] : document.properties) {
    if (name == "date") return read_date(value).value_or(0);
  }
  return 0;
}

std::uint32_t NameTable::add(std::string_view name) {
  add_none(name);
  const std::uint32_t number = numbers_.find(std::string(name))->second;
  ++counts_[number];
  return number;
}

void NameTable::add_none(std::string_view name) {
  const auto [it, is_new] = numbers_.try_emplace(std::string(name), size());
  if (!is_new) return;
  names_.emplace_back(name);
  counts_.push_back(0);
}

std::optional<std::uint32_t> NameTable::find(std::string_view name) const {
  const auto it = numbers_.find(std::string(name));
  if (it == numbers_.end()) return std::nullopt;
  return it->second;
}

base::Result<DocumentTable> DocumentTable::read(
    const index::IndexReader& index,
    const std::function<void(const text::Document& head)>& on_head) {
  DocumentTable table;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> children;  // pairs of parent and child
  // The first answer to each question that the index lacks, by the index and the id of the
  // question.
  std::map<std::pair<std::size_t, std::string>, std::uint32_t> orphans;
  table.rows_.resize(index.documents() + std::size_t{1});
  for (const auto& member : index.members()) {
    table.first_documents_.push_back(member.first_document);
    table.indexes_.add_none(member.name);
  }
  for (std::uint32_t i = 0; i < index.documents(); ++i) {
    Row& row = table.rows_[i];
    row.thread = i;
    row.first_tag = static_cast<std::uint32_t>(table.tag_lists_.size());
    if (index.is_deleted(i)) {
      row.source = kDeleted;
      continue;
    }
    const auto head = index.document_head(i);
    if (!head) return std::unexpected(head.error());
    row.kind = table.kinds_.add(head->kind);
    row.source = table.sources_.add(source_name(head->source));
    row.date = date_of(*head);
    if (row.date != 0) {
      table.first_date_ = table.first_date_ == 0 ? row.date : std::min(table.first_date_, row.date);
      table.last_date_ = std::max(table.last_date_, row.date);
    }
    for (const std::string& tag : head->tags) table.tag_lists_.push_back(table.tags_.add(tag));
    const std::size_t member = index.member_of(i);
    table.indexes_.add(index.members()[member].name);
    if (!head->parent.empty()) {
      const auto parent = index.find_document(head->parent, member);
      if (!parent) return std::unexpected(parent.error());
      if (*parent) children.emplace_back(**parent, i);
      if (head->kind == kAnswer) {
        row.thread =
            *parent ? **parent : orphans.try_emplace({member, head->parent}, i).first->second;
      }
    }
    if (on_head) on_head(*head);
  }
  table.rows_.back().first_tag = static_cast<std::uint32_t>(table.tag_lists_.size());
  table.join_threads();
  std::ranges::sort(children);
  std::uint32_t parents = 0;  // those whose first_child is set
  for (const auto& [parent, child] : children) {
    const auto begin = static_cast<std::uint32_t>(table.children_.size());
    for (; parents <= parent; ++parents) table.rows_[parents].first_child = begin;
    table.children_.push_back(child);
  }
  const auto end = static_cast<std::uint32_t>(table.children_.size());
  for (; parents < table.rows_.size(); ++parents) table.rows_[parents].first_child = end;
  return table;
}

// Answers may have answers, which belong to the same thread.
void DocumentTable::join_threads() {
  constexpr int kDeepest = 16;  // the bound also ends cycles of answers
  std::vector<std::uint32_t> parents;
  for (const Row& row : rows_) parents.push_back(row.thread);
  for (std::uint32_t i = 0; i + 1 < rows_.size(); ++i) {
    std::uint32_t& thread = rows_[i].thread;
    for (int depth = 0; depth < kDeepest && parents[thread] != thread; ++depth) {
      thread = parents[thread];
    }
    if (thread != i) answers_.emplace_back(thread, i);
  }
  std::ranges::sort(answers_);
}

std::vector<std::uint32_t> DocumentTable::thread_members(std::uint32_t thread) const {
  std::vector<std::uint32_t> members = {thread};
  const auto answers = std::ranges::equal_range(answers_, thread, {},
                                                &std::pair<std::uint32_t, std::uint32_t>::first);
  for (const auto& [question, answer] : answers) members.push_back(answer);
  std::ranges::sort(members);
  return members;
}

std::uint32_t DocumentTable::index(std::uint32_t document) const {
  const auto next = std::ranges::upper_bound(first_documents_, document);
  return static_cast<std::uint32_t>(next - first_documents_.begin()) - 1;
}

DocumentSet DocumentTable::select(const DocumentFilter& filter) const {
  const auto allowed = [](const NameTable& table, std::span<const std::string> names) {
    std::vector<bool> flags(table.size(), names.empty());
    for (const std::string& name : names) {
      if (const auto number = table.find(name)) flags[*number] = true;
    }
    return flags;
  };
  const std::vector<bool> sources = allowed(sources_, filter.sources);
  const std::vector<bool> kinds = allowed(kinds_, filter.kinds);
  const std::vector<bool> indexes = allowed(indexes_, filter.indexes);
  DocumentSet set(static_cast<std::uint32_t>(rows_.size() - 1));
  std::vector<std::uint32_t> wanted;
  for (const std::string& tag : filter.tags) {
    const auto number = tags_.find(tag);
    if (!number) return set;
    wanted.push_back(*number);
  }
  for (std::uint32_t i = 0; i + 1 < rows_.size(); ++i) {
    const Row& row = rows_[i];
    if (row.source == kDeleted || !sources[row.source] || !kinds[row.kind]) continue;
    if (!filter.indexes.empty() && !indexes[index(i)]) continue;
    if (filter.thread && row.thread != *filter.thread) continue;
    if (filter.from != 0 && row.date < filter.from) continue;
    if (filter.to != 0 && (row.date == 0 || row.date > filter.to)) continue;
    const auto own = tags(i);
    const bool has_all = std::ranges::all_of(
        wanted, [&](std::uint32_t tag) { return std::ranges::find(own, tag) != own.end(); });
    if (has_all) set.add(i);
  }
  return set;
}

}  // namespace noether::search
