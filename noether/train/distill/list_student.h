// A text encoder that learns the order of lists from a teacher: from the scores of a cross-encoder,
// or from grades. The lists contain hard wrong answers.
//
//   distill      the Kullback-Leibler divergence, up to a constant that does not depend on the
//                weights, between the softmax of the teacher's scores of a list and that of the
//                student's: by cosines of texts, and by late interaction
//   contrastive  y d^2 / 2 + (1 - y) max(0, margin - d)^2 / 2 of each text, for the share y that it
//                is right and its distance d = 1 - cosine (Chopra, Hadsell and LeCun, 2005)
//   negatives    each right text must find its question, and each question its text, among those
//                of the batch (Henderson et al., 2017)
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/lists/tokenized_lists.h"
#include "noether/train/core/metrics.h"
#include "noether/train/cross/list_loss.h"
#include "noether/train/cross/list_scores.h"
#include "noether/train/distill/distill_config.h"
#include "noether/train/text/text_encoder.h"

namespace noether::train {

// A list in a batch, with those of its texts that are read.
struct StudentList {
  std::uint64_t list = 0;
  std::vector<std::uint64_t> entries;
};

// Batch b is a function of the lists, the seed and b. An epoch uses every list once, in a random
// order; texts of a list are drawn at random. The sampler skips texts that the loss ignores: those
// without a score or grade, and for `negatives` all that are not right. It also skips lists that
// have no texts left or, for `distill`, no order.
class StudentSampler {
 public:
  // `lists` must outlive the sampler. Returns an error if fewer lists are usable than a batch
  // needs.
  static base::Result<StudentSampler> create(const neural::TokenizedLists& lists,
                                             const DistillConfig& config);

  std::vector<StudentList> sample(std::uint64_t batch) const;
  std::vector<StudentList> all() const { return of_use_; }

  // The teacher's value for a text. For distill, its score divided by the temperature, or its grade
  // times the steepness; otherwise its relevance.
  double teacher(std::uint64_t entry) const;

 private:
  StudentSampler(const neural::TokenizedLists& lists, const DistillConfig& config)
      : lists_(&lists), config_(config) {}

  bool is_of_use(std::uint64_t entry) const;

  const neural::TokenizedLists* lists_;
  DistillConfig config_;
  std::vector<StudentList> of_use_;
};

// A batch, on the host or on the device.
struct StudentBatch {
  TextBatch texts;    // all questions, then all texts
  torch::Tensor own;  // int64, the place of each text with its question in the table of both
  ListTargets targets;

  StudentBatch to(torch::Device device) const;
};
StudentBatch read_student_batch(const neural::TokenizedLists& lists, const DistillConfig& config,
                                const StudentSampler& sampler, std::span<const StudentList> sampled,
                                bool pinned);

// A text of a list with the special tokens around it, truncated to `most` tokens in all.
std::vector<neural::TokenId> text_alone(const neural::PairTemplate& pair,
                                        std::span<const neural::TokenId> text, std::size_t most);

// The scores of each text for its question.
struct StudentScores {
  torch::Tensor cosines;
  torch::Tensor late;
};
StudentScores student_scores(const neural::TransformerConfig& model, const ParameterViews& weights,
                             const StudentBatch& batch, double dropout = 0);

// A table with a row for each question and a column for each text, across all lists of the batch.
torch::Tensor student_cosines(const neural::TransformerConfig& model, const ParameterViews& weights,
                              const StudentBatch& batch, double dropout = 0);

// The loss that the configuration selects.
torch::Tensor student_loss(const DistillConfig& config, const neural::TransformerConfig& model,
                           const ParameterViews& weights, const StudentBatch& batch);

// Spearman's rank correlation.
double spearman(std::span<const double> first, std::span<const double> second);

// Measures how well the student orders the texts of lists as the teacher does. `pairs` is the share
// of pairs in the right order by cosines, and `late_pairs`, if late interaction is trained, the
// share by late interaction; both are means over lists with such pairs. The losses for graded lists
// also report `spearman`, the correlation of all cosines with the teacher's values.
Scores score_student(const neural::TokenizedLists& lists, const DistillConfig& config,
                     const StudentSampler& sampler, const neural::TransformerConfig& model,
                     const ParameterViews& weights, std::uint64_t max_texts = 4000);

// Reads the lists and scores each text with a text encoder: by the cosine with its question.
// `tokens` of the request limits a single text. The model may be int8.
base::Result<neural::TokenizedLists> score_by_cosine(const ScoreRequest& request);

}  // namespace noether::train
