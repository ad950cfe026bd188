// Lists for tuning and scoring: files of texts, written by `noether lists`, or files of their
// tokens, written by `noether-train tokenize --lists`. The names of token files end with
// .safetensors.
//
// A sampler chooses the lists of a batch, and the texts of each. Batch b is a function of the
// lists, the seed and b. An epoch uses every list once, in a random order. If a list has more texts
// than a batch takes, the sampler draws right and wrong texts alternately as long as both remain.
// It does not use texts without a grade, nor lists whose texts all have the same grade, because
// they teach no order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "noether/base/error.h"
#include "noether/neural/lists/tokenized_lists.h"
#include "noether/neural/model/model_folder.h"
#include "noether/train/cross/cross_config.h"

namespace noether::train {

struct ListReading {
  std::string model;  // folder, for its tokenizer
  neural::ModelConfig config;
  bool quiet = false;
};

// Returns an error if the files contain no lists, or if their tokens are from another tokenizer.
base::Result<neural::TokenizedLists> load_lists(std::span<const std::string> files,
                                                const ListReading& source);

// Reads files of texts. This needs tokenizers, which a build without utf8proc lacks.
base::Result<neural::TokenizedLists> tokenize_list_texts(std::span<const std::string> files,
                                                         const ListReading& source);

struct SampledList {
  std::uint64_t list = 0;
  std::vector<std::uint64_t> entries;
};

class ListSampler {
 public:
  // `lists` must outlive the sampler. Returns an error if fewer lists are usable than a batch
  // needs.
  static base::Result<ListSampler> create(const neural::TokenizedLists& lists,
                                          const CrossConfig& config);

  std::vector<SampledList> sample(std::uint64_t batch) const;
  std::size_t lists() const { return of_use_.size(); }

 private:
  ListSampler(const neural::TokenizedLists& lists, const CrossConfig& config)
      : lists_(&lists), config_(config) {}

  const neural::TokenizedLists* lists_;
  CrossConfig config_;
  std::vector<std::uint64_t> of_use_;
};

// Whether the texts of this list have different grades.
bool has_order(const neural::TokenizedLists& lists, std::uint64_t list);

}  // namespace noether::train
