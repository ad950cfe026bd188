// Holds the questions of a collection and their answers in memory; lists for training and scoring
// are made from it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "noether/text/document.h"

namespace noether::collection {

class AnswerTable {
 public:
  struct Answer {
    std::string id;
    std::string text;
    std::uint32_t question = 0;
  };
  struct Question {
    std::string id;
    text::Field title;
    text::Field body;
    std::vector<std::string> tags;
    std::vector<std::string> repeats;    // ids of questions that this one repeats
    std::vector<std::uint32_t> answers;  // in the order of the collection
  };

  // Ignores documents of other kinds and those without text.
  void add(const text::Document& document);
  // Call this after all documents: joins answers with their questions. Answers whose question is
  // missing stay without one.
  void join();

  std::span<const Question> questions() const { return questions_; }
  const Answer& answer(std::uint32_t number) const { return answers_[number]; }
  std::optional<std::uint32_t> answer_number(const std::string& id) const;
  const Answer* find_answer(const std::string& id) const;
  std::uint64_t lost_answers() const { return lost_answers_; }

  // Whether this answer may be right for the question: it answers the question or one of its
  // duplicates.
  bool may_be_right(std::uint32_t question, std::uint32_t answer) const;

  // Up to `count` random answers to the question itself.
  std::vector<std::uint32_t> draw_right(std::uint32_t question, std::size_t count,
                                        std::uint64_t seed) const;
  // Up to `count` random answers to other questions that share at least one tag with this one.
  // Answers that may be right are excluded.
  std::vector<std::uint32_t> draw_wrong(std::uint32_t question, std::size_t count,
                                        std::uint64_t seed) const;

  static constexpr std::uint32_t kNoQuestion = UINT32_MAX;

 private:
  std::vector<Question> questions_;
  std::vector<Answer> answers_;
  std::vector<std::string> parents_;  // of answers, until they are joined
  std::unordered_map<std::string, std::uint32_t> question_numbers_;
  std::unordered_map<std::string, std::uint32_t> answer_numbers_;
  std::unordered_map<std::string, std::vector<std::uint32_t>> answers_of_tag_;
  std::uint64_t lost_answers_ = 0;
};

// The seed of the draws for one question; a function of both arguments.
std::uint64_t draw_seed(std::uint64_t seed, std::string_view question);

// Up to `count` of the numbers, drawn at random, in the order of drawing.
std::vector<std::uint32_t> draw_some(std::vector<std::uint32_t> from, std::size_t count,
                                     std::uint64_t seed);

}  // namespace noether::collection
