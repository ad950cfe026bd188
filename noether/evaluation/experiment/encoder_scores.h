// The scores of encoders on E-Gen's five tasks, for the columns of an experiment.
//
//   reads                    the input of the encoder for an expression; the only column of words
//   k-means, semantic        accuracy
//   mistake-precision ...    of the steps with a mistake; no-mistake-precision ... of the others
//   algebra                  accuracy
//   retrieval@5 ...          precision
// All figures are in percent, as in the paper. Task sets and scores are kept in the cache.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace noether::evaluation {

class ExperimentCache;
struct Experiment;
struct ExperimentOptions;
struct ExperimentResults;

// The names of the measures, in the order of the tasks.
std::span<const std::string_view> encoder_measures();
bool is_encoder_measure(std::string_view name);

struct EncoderScores {
  std::string reads;
  std::map<std::string, double, std::less<>> figures;  // by measure; empty if there are no items
};

// Fills in the results of encoders. Encoders run one after the other, each on all threads, and only
// the scores that the tables show are computed.
void score_encoders(const Experiment& experiment, const ExperimentCache& cache,
                    const ExperimentOptions& options, ExperimentResults& results);

}  // namespace noether::evaluation
