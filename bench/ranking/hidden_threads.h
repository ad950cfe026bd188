// Asks questions of a Q&A archive again while their own threads are hidden. The confidence in an
// answer is fitted to the results, without judgements.
//
// The first answer counts as right if it answers a question that people linked to the asked one, as
// a duplicate or as related. Some answers to other questions would also be right, so these labels
// are weak, but they are many and cost nothing.
#pragma once

#include <vector>

#include "noether/answer/candidates.h"
#include "noether/answer/confidence.h"
#include "noether/search/document_table.h"
#include "noether/search/pipeline/profile.h"
#include "noether/search/search.h"
#include "noether/search/semantic/passage_encoder.h"

namespace noether::bench {

struct HiddenThread {
  answer::Evidence evidence;
  bool is_right = false;
  bool is_title = false;       // whether only the title was asked
  bool is_linked = false;      // whether the index has a question linked to it
  std::uint32_t question = 0;  // its number in the index
};

struct ArchiveSearch {
  const index::IndexReader& index;
  const search::DocumentTable& documents;
  const search::Profile& profile;
  const answer::CandidateRanking& ranking;
  search::Searcher& searcher;
  const search::PassageEncoder* encoder;
};

// Asks all questions that have a duplicate in the index and one in `every` of the others, each as a
// whole and with its title alone.
base::Result<std::vector<HiddenThread>> ask_hidden_threads(const ArchiveSearch& archive,
                                                           std::size_t every);

}  // namespace noether::bench
