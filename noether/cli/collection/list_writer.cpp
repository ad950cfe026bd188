#include "noether/cli/collection/list_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "noether/base/file_system.h"
#include "noether/cli/commands.h"
#include "noether/cli/console/messages.h"
#include "noether/cli/console/reading_problems.h"

namespace noether::cli {
namespace {

constexpr std::string_view kListsCommand = "lists";

// A run separates ids by blanks.
std::string as_word(std::string_view id) {
  std::string word(id);
  std::ranges::replace_if(
      word, [](char c) { return std::string_view(" \t\r\n\f\v").contains(c); }, '_');
  return word;
}

std::string list_json(std::string_view id, const std::string& query,
                      std::span<const ListedText> texts) {
  std::vector<std::string> listed;
  for (const ListedText& text : texts) {
    JsonObject json;
    json.add_string("id", as_word(text.id));
    if (text.grade) json.add_number("grade", *text.grade);
    listed.push_back(json.add_string("text", text.text).text());
  }
  return JsonObject()
             .add_string("id", as_word(id))
             .add_string("query", query)
             .add("texts", json_array(listed))
             .text() +
         "\n";
}

base::ResultFile open_lists(const std::string& path, const std::vector<std::string>& sources) {
  auto output = base::ResultFile::create(base::FileSystem::real(), path,
                                         sources.size() == 1 ? sources.front() : std::string());
  if (!output) fail(kListsCommand, output.error(), ExitCode::Failure);
  return std::move(*output);
}

}  // namespace

ListWriter::ListWriter(const std::string& path, const std::vector<std::string>& sources)
    : output_(open_lists(path, sources)) {}

void ListWriter::write(std::string_view id, const std::string& query,
                       std::span<const ListedText> texts) {
  if (const auto written = output_.write(list_json(id, query, texts)); !written) {
    fail(kListsCommand, written.error(), ExitCode::Failure);
  }
  ++lists_;
  for (const ListedText& text : texts) {
    ++(!text.grade ? ungraded_ : *text.grade > 0 ? right_ : wrong_);
  }
}

bool ListWriter::commit() {
  if (const auto done = output_.commit(); !done) {
    fail(kListsCommand, done.error(), ExitCode::Failure);
  }
  std::vector<std::string> parts;
  if (right_ > 0) parts.push_back(fmt::format("{} right", right_));
  if (wrong_ > 0) parts.push_back(fmt::format("{} wrong", wrong_));
  if (ungraded_ > 0) parts.push_back(fmt::format("{} without a grade", ungraded_));
  fmt::print(stderr, "{}: {}\n", counted(lists_, "list"),
             parts.empty() ? "no texts" : fmt::format("{}", fmt::join(parts, ", ")));
  return lists_ > 0;
}

TopicCandidates::TopicCandidates(const std::string& judgements, const std::string& run,
                                 std::uint32_t top)
    : top_(top) {
  if (!judgements.empty()) {
    auto read = evaluation::read_judgements(judgements);
    if (!read) fail(kListsCommand, read.error(), reading_error_code(judgements));
    judgements_ = std::move(*read);
  }
  if (!run.empty()) {
    auto read = evaluation::read_run(run);
    if (!read) fail(kListsCommand, read.error(), reading_error_code(run));
    run_ = std::move(*read);
  }
}

std::vector<TopicCandidates::Candidate> TopicCandidates::of(std::string_view topic) const {
  std::vector<Candidate> candidates;
  std::unordered_set<std::string_view> listed;
  const auto add = [&](std::string_view id, std::optional<std::int32_t> grade) {
    if (listed.insert(id).second) candidates.push_back({id, grade});
  };
  if (const auto* const judged = judgements_.find(topic)) {
    for (const evaluation::Judgement& judgement : judged->all()) {
      if (judgement.grade >= 0) add(judgement.id, judgement.grade);
    }
  }
  const auto found = std::ranges::find(run_.topics, topic, &evaluation::TopicResults::topic);
  if (found != run_.topics.end()) {
    const std::size_t count = std::min<std::size_t>(found->results.size(), top_);
    for (std::size_t i = 0; i < count; ++i) add(found->results[i].id, std::nullopt);
  }
  return candidates;
}

}  // namespace noether::cli
