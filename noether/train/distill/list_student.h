// A text encoder that learns the order of lists from a teacher: from the scores of a cross-encoder,
// or from grades, where hard wrong answers are among the texts.
//
// The loss is the Kullback-Leibler divergence, but for a number that does not depend on the
// weights, between the softmax of the teacher's scores of a list and that of the student's: by
// cosines of texts, and by late interaction.
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>
#include <vector>

#include "noether/neural/lists/tokenized_lists.h"
#include "noether/train/core/metrics.h"
#include "noether/train/cross/list_loss.h"
#include "noether/train/distill/distill_config.h"
#include "noether/train/text/text_batch.h"

namespace noether::train {

// A list of a batch: which texts of it are read.
struct StudentList {
  std::uint64_t list = 0;
  std::vector<std::uint64_t> entries;
};

// Batch b is a function of the lists, the seed and b. An epoch takes every list once, in a random
// order; texts of a list are drawn by chance. Lists that the teacher puts in no order are not used.
class StudentSampler {
 public:
  // `lists` must outlive this. Without scores texts need grades, and those without are not used.
  static base::Result<StudentSampler> create(const neural::TokenizedLists& lists,
                                             const DistillConfig& config);

  std::vector<StudentList> sample(std::uint64_t batch) const;
  std::vector<StudentList> all() const { return of_use_; }

  // What the teacher says of a text: its score by the temperature, or its grade by the steepness.
  double teacher(std::uint64_t entry) const;

 private:
  StudentSampler(const neural::TokenizedLists& lists, const DistillConfig& config)
      : lists_(&lists), config_(config) {}

  const neural::TokenizedLists* lists_;
  DistillConfig config_;
  std::vector<StudentList> of_use_;
};

// A batch on the host, or on the device.
struct StudentBatch {
  TextBatch texts;    // all questions, then all texts
  torch::Tensor own;  // int64, where each text meets its question in a table of both
  ListTargets targets;

  StudentBatch to(torch::Device device) const;
};
StudentBatch read_student_batch(const neural::TokenizedLists& lists, const DistillConfig& config,
                                const StudentSampler& sampler, std::span<const StudentList> sampled,
                                bool pinned);

// Of each text with its question.
struct StudentScores {
  torch::Tensor cosines;
  torch::Tensor late;
};
StudentScores student_scores(const neural::TransformerConfig& model, const ParameterViews& weights,
                             const StudentBatch& batch, double dropout = 0);

torch::Tensor distill_loss(const DistillConfig& config, const neural::TransformerConfig& model,
                           const ParameterViews& weights, const StudentBatch& batch);

// How well the student orders the texts of lists as the teacher does: `pairs` by cosines and
// `late_pairs` by late interaction, the share of pairs that are in order, as means over lists.
Scores score_student(const neural::TokenizedLists& lists, const DistillConfig& config,
                     const StudentSampler& sampler, const neural::TransformerConfig& model,
                     const ParameterViews& weights, std::uint64_t max_texts = 4000);

}  // namespace noether::train
