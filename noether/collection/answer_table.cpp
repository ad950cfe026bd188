#include "noether/collection/answer_table.h"

#include <algorithm>
#include <random>
#include <unordered_set>
#include <utility>

#include "noether/collection/text_pairs.h"

namespace noether::collection {
namespace {

// The number of failed draws for one wrong answer after which none is assumed to be left.
constexpr std::size_t kMostDraws = 200;

// std's distributions differ between libraries; bounds are far below 2^32.
std::uint64_t draw_below(std::mt19937_64& random, std::uint64_t bound) {
  return ((random() >> 32) * bound) >> 32;
}

text::Field field_of(const text::Document& document, std::string_view name) {
  const auto field = std::ranges::find(document.fields, name, &text::Field::name);
  return field == document.fields.end() ? text::Field() : *field;
}

bool names(const std::vector<std::string>& ids, const std::string& id) {
  return std::ranges::find(ids, id) != ids.end();
}

}  // namespace

void AnswerTable::add(const text::Document& document) {
  if (document.kind == "question") {
    Question question = {.id = document.id,
                         .title = field_of(document, "title"),
                         .body = field_of(document, "body"),
                         .tags = document.tags,
                         .repeats = {},
                         .answers = {}};
    if (question.title.text.empty() && question.body.text.empty()) return;
    const auto number = static_cast<std::uint32_t>(questions_.size());
    if (!question_numbers_.try_emplace(document.id, number).second) return;
    for (const auto& [name, value] : document.properties) {
      if (name == "duplicate-of") question.repeats.push_back(value);
    }
    questions_.push_back(std::move(question));
  } else if (document.kind == "answer") {
    const std::string_view body = field_text(document, "body");
    if (body.empty()) return;
    const auto number = static_cast<std::uint32_t>(answers_.size());
    if (!answer_numbers_.try_emplace(document.id, number).second) return;
    answers_.push_back({document.id, std::string(body), kNoQuestion});
    parents_.push_back(document.parent);
  }
}

void AnswerTable::join() {
  for (std::uint32_t number = 0; number < answers_.size(); ++number) {
    const auto question = question_numbers_.find(parents_[number]);
    if (question == question_numbers_.end()) {
      ++lost_answers_;
      continue;
    }
    answers_[number].question = question->second;
    questions_[question->second].answers.push_back(number);
    for (const std::string& tag : questions_[question->second].tags) {
      answers_of_tag_[tag].push_back(number);
    }
  }
  parents_.clear();
}

std::optional<std::uint32_t> AnswerTable::answer_number(const std::string& id) const {
  const auto found = answer_numbers_.find(id);
  if (found == answer_numbers_.end()) return std::nullopt;
  return found->second;
}

const AnswerTable::Answer* AnswerTable::find_answer(const std::string& id) const {
  const auto number = answer_number(id);
  return number ? &answers_[*number] : nullptr;
}

bool AnswerTable::may_be_right(std::uint32_t question, std::uint32_t answer) const {
  const std::uint32_t answered = answers_[answer].question;
  if (answered == question) return true;
  if (answered == kNoQuestion) return false;
  const Question& own = questions_[question];
  const Question& other = questions_[answered];
  return names(own.repeats, other.id) || names(other.repeats, own.id);
}

std::vector<std::uint32_t> AnswerTable::draw_right(std::uint32_t question, std::size_t count,
                                                   std::uint64_t seed) const {
  return draw_some(questions_[question].answers, count, seed);
}

std::vector<std::uint32_t> AnswerTable::draw_wrong(std::uint32_t question, std::size_t count,
                                                   std::uint64_t seed) const {
  const Question& own = questions_[question];
  std::vector<const std::vector<std::uint32_t>*> lists;
  std::uint64_t listed = 0;
  for (const std::string& tag : own.tags) {
    const auto found = answers_of_tag_.find(tag);
    if (found == answers_of_tag_.end()) continue;
    lists.push_back(&found->second);
    listed += found->second.size();
  }
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> wrong;
  std::unordered_set<std::uint32_t> drawn;
  count = static_cast<std::size_t>(std::min<std::uint64_t>(count, listed));
  for (std::size_t draws = 0; wrong.size() < count && draws < kMostDraws * count; ++draws) {
    std::uint64_t place = draw_below(random, listed);
    auto list = lists.begin();
    for (; place >= (*list)->size(); ++list) place -= (*list)->size();
    const std::uint32_t answer = (**list)[place];
    // An answer is listed under each shared tag, but must not be drawn more often because of that.
    const auto shared = static_cast<std::uint64_t>(
        std::ranges::count_if(questions_[answers_[answer].question].tags,
                              [&](const std::string& tag) { return names(own.tags, tag); }));
    const bool is_drawn = draw_below(random, shared) == 0;
    if (!is_drawn || may_be_right(question, answer)) continue;
    if (drawn.insert(answer).second) wrong.push_back(answer);
  }
  return wrong;
}

std::uint64_t draw_seed(std::uint64_t seed, std::string_view question) {
  // FNV-1a.
  std::uint64_t hash = 0xCBF29CE484222325 ^ seed;
  for (const char byte : question) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
  }
  return hash;
}

std::vector<std::uint32_t> draw_some(std::vector<std::uint32_t> from, std::size_t count,
                                     std::uint64_t seed) {
  std::mt19937_64 random(seed);
  count = std::min(count, from.size());
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(from[i], from[i + draw_below(random, from.size() - i)]);
  }
  from.resize(count);
  return from;
}

}  // namespace noether::collection
