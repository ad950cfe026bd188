// A run: for each topic a ranking, as TREC and the ARQMath lab write it down.
//
//   trec              topic Q0 id rank score tag
//   arqmath, task 1   topic post rank score tag
//   arqmath, task 2   topic formula post rank score tag
// Columns are separated by tabs, ranks begin at 1, scores never rise along a topic. trec_eval ranks
// by score and breaks ties by id, so scores of different ranks are always written different.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace noether::evaluation {

struct RunItem {
  std::string id;    // of the post, or of the formula
  std::string post;  // that a formula stands in; empty for posts
  double score = 0;
};

enum class RunLayout : std::uint8_t { Trec, Arqmath };

// The lines of one topic; `items` are the best first.
std::string run_lines(std::string_view topic, const std::vector<RunItem>& items, RunLayout format,
                      std::string_view tag);

// Whether it can be a tag: one word.
bool is_run_tag(std::string_view tag);

}  // namespace noether::evaluation
