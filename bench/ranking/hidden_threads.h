// Questions of a Q&A archive, asked again while their own threads are hidden: what the confidence
// in an answer is fitted to, without any judgement.
//
// The first answer that is found is right when it answers a question that people linked to the one
// asked, as its duplicate or as related to it. Some answers to other questions would be right, too,
// so these labels are weak; but there are many, and they cost nothing.
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
  bool is_title = false;       // the title alone was asked
  bool is_linked = false;      // the index has a question that is linked to it
  std::uint32_t question = 0;  // as the index numbers it
};

struct ArchiveSearch {
  const index::IndexReader& index;
  const search::DocumentTable& documents;
  const search::Profile& profile;
  const answer::CandidateRanking& ranking;
  search::Searcher& searcher;
  const search::PassageEncoder* encoder;
};

// All questions that have a duplicate in the index, and one in `every` of the others; each whole
// and as its title alone.
base::Result<std::vector<HiddenThread>> ask_hidden_threads(const ArchiveSearch& archive,
                                                           std::size_t every);

}  // namespace noether::bench
