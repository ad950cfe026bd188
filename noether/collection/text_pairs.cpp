#include "noether/collection/text_pairs.h"

#include <algorithm>
#include <utility>

#include "noether/base/ascii.h"

namespace noether::collection {
namespace {

constexpr std::array<std::string_view, kPairKinds.size()> kPairNames = {
    "question-answer", "title-body",       "name-definition",
    "theorem-proof",   "problem-solution", "duplicate"};

void add_pair(PairKind kind, std::string_view first, std::string_view second,
              const text::Document& document, std::vector<TextPair>& out) {
  if (first.empty() || second.empty()) return;
  out.push_back({.kind = kind,
                 .first = std::string(first),
                 .second = std::string(second),
                 .group = document.id,
                 .tags = document.tags});
}

}  // namespace

std::string_view field_text(const text::Document& document, std::string_view field) {
  const auto found = std::ranges::find(document.fields, field, &text::Field::name);
  return found == document.fields.end() ? std::string_view() : found->text;
}

std::string question_text(std::string_view title, std::string_view body) {
  std::string whole(title);
  if (!whole.empty() && !body.empty()) whole += '\n';
  return whole.append(body);
}

std::string_view pair_kind_name(PairKind kind) {
  return kPairNames[static_cast<std::size_t>(kind)];
}

std::optional<PairKind> pair_kind_by_name(std::string_view name) {
  const auto found = std::ranges::find(kPairNames, name);
  if (found == kPairNames.end()) return std::nullopt;
  return kPairKinds[static_cast<std::size_t>(found - kPairNames.begin())];
}

void PairMaker::add(const text::Document& document, std::vector<TextPair>& out) {
  const std::string_view body = field_text(document, "body");
  const PairKind named =
      document.kind == "definition" ? PairKind::NameDefinition : PairKind::TitleBody;
  add_pair(named, field_text(document, "title"), body, document, out);
  add_pair(PairKind::TheoremProof, body, field_text(document, "proof"), document, out);
  add_pair(PairKind::ProblemSolution, body, field_text(document, "solution"), document, out);
  if (document.kind == "question") add_question(document, out);
  if (document.kind == "answer") add_answer(document, out);
}

void PairMaker::add_question(const text::Document& document, std::vector<TextPair>& out) {
  const auto [question, is_new] = questions_.try_emplace(
      document.id, question_text(field_text(document, "title"), field_text(document, "body")));
  if (!is_new || question->second.empty()) return;
  const std::string& text = question->second;
  if (const auto found = waiting_.find(document.id); found != waiting_.end()) {
    for (TextPair& half : found->second) {
      (half.kind == PairKind::Duplicate ? half.second : half.first) = text;
      out.push_back(std::move(half));
    }
    waiting_.erase(found);
  }
  for (const auto& [name, value] : document.properties) {
    if (name != "duplicate-of" || value == document.id) continue;
    complete({.kind = PairKind::Duplicate,
              .first = text,
              .second = {},
              .group = document.id,
              .tags = document.tags},
             value, out);
  }
}

void PairMaker::add_answer(const text::Document& document, std::vector<TextPair>& out) {
  const std::string_view body = field_text(document, "body");
  if (document.parent.empty() || body.empty()) return;
  complete({.kind = PairKind::QuestionAnswer,
            .first = {},
            .second = std::string(body),
            .group = document.parent,
            .tags = document.tags},
           document.parent, out);
}

void PairMaker::complete(TextPair half, const std::string& question, std::vector<TextPair>& out) {
  const auto found = questions_.find(question);
  if (found == questions_.end()) {
    waiting_[question].push_back(std::move(half));
    return;
  }
  if (found->second.empty()) return;
  (half.kind == PairKind::Duplicate ? half.second : half.first) = found->second;
  out.push_back(std::move(half));
}

std::uint64_t PairMaker::lost_answers() const {
  std::uint64_t count = 0;
  for (const auto& [question, halves] : waiting_) {
    count += static_cast<std::uint64_t>(
        std::ranges::count(halves, PairKind::QuestionAnswer, &TextPair::kind));
  }
  return count;
}

namespace {

// Shorter titles, such as "Evaluate the limit", occur in many questions.
constexpr std::size_t kShortestTitle = 30;
constexpr std::size_t kStretchOfBody = 60;

std::string letters_and_digits(std::string_view text) {
  std::string folded = base::lowered(text);
  std::erase_if(folded, [](char c) { return !base::is_letter(c) && !base::is_digit(c); });
  return folded;
}

}  // namespace

void KnownQuestions::add(std::string_view title, std::string_view body) {
  if (std::string folded = letters_and_digits(title); folded.size() >= kShortestTitle) {
    stretches_.push_back(std::move(folded));
  }
  const std::string folded = letters_and_digits(body);
  if (folded.size() >= kStretchOfBody) {
    stretches_.push_back(folded.substr((folded.size() - kStretchOfBody) / 2, kStretchOfBody));
  }
}

bool KnownQuestions::has(std::string_view text) const {
  if (stretches_.empty()) return false;
  const std::string folded = letters_and_digits(text);
  return std::ranges::any_of(stretches_, [&](const std::string& stretch) {
    return folded.find(stretch) != std::string::npos;
  });
}

}  // namespace noether::collection
