#include "noether/train/amr/parser_training.h"

#include <fmt/format.h>

#include <algorithm>

namespace noether::train {
namespace {

constexpr std::size_t kValidationSentences = 64;  // at a time
// Labels below this one say that a word has no fragment of its own: amr::FragmentTable::kFirst.
constexpr std::int64_t kFirstFragment = 2;

// How many things were found, how many there are, and how many of both are the same.
struct Overlap {
  double found = 0;
  double wanted = 0;
  double right = 0;

  double f() const { return found + wanted > 0 ? 2 * right / (found + wanted) : 0; }
};

double count_of(const torch::Tensor& is_so) { return is_so.sum().item<double>(); }

struct Counts {
  Overlap fragments;
  Overlap senses;
  Overlap edges;
  Overlap labelled;
  Overlap reentrant;

  void add(const ParserHeads& heads, const ParameterViews& weights, const ParserScores& scores,
           const WordBatch& batch) {
    const torch::Tensor is_word = batch.rows.narrow(1, 1, batch.fragments.size(1)) != 0;
    const torch::Tensor fragment = scores.fragments.argmax(-1);
    fragments.found = fragments.wanted += count_of(is_word);
    fragments.right += count_of(fragment == batch.fragments);
    senses.found = senses.wanted += count_of(batch.senses != kIgnored);
    senses.right += count_of(scores.senses.argmax(-1) == batch.senses);

    const torch::Tensor has_node = is_word & (fragment >= kFirstFragment);
    const torch::Tensor head = possible_edges(scores.edges, has_node).argmax(1);
    const torch::Tensor right = has_node & (head == batch.heads);
    edges.found += count_of(has_node);
    edges.wanted += count_of(batch.heads != kIgnored);
    edges.right += count_of(right);
    labelled.found = edges.found;
    labelled.wanted = edges.wanted;
    labelled.right += count_of(right & (head == 0));
    const torch::Tensor places = (right & (head > 0)).nonzero();  // (edges, 2)
    if (places.size(0) > 0) {
      const torch::Tensor upper = head.masked_select(right & (head > 0)) - 1;
      const torch::Tensor role =
          role_scores(heads, weights, scores,
                      torch::stack({places.select(1, 0), upper, places.select(1, 1)}))
              .argmax(1);
      labelled.right += count_of(role == batch.roles.masked_select(right & (head > 0)));
    }

    const torch::Tensor in_tree = torch::one_hot(head, head.size(1) + 1)
                                      .to(torch::kBool)
                                      .transpose(1, 2)
                                      .narrow(1, 1, head.size(1));
    const torch::Tensor again = (scores.reentrant > 0) & has_node.unsqueeze(2) &
                                has_node.unsqueeze(1) & ~in_tree &
                                ~torch::eye(head.size(1), has_node.options());
    reentrant.found += count_of(again);
    reentrant.wanted += count_of(batch.reentrant > 0);
    reentrant.right += count_of(again & (batch.reentrant > 0));
  }
};

}  // namespace

base::Result<ExampleSampler> ExampleSampler::create(const AmrExamples& examples,
                                                    const AmrConfig& config) {
  ExampleSampler sampler(examples, config);
  const auto gold = std::ranges::count(examples.banks, BankKind::Gold, &ExampleBank::kind);
  const auto weights = bank_weights(config, static_cast<std::size_t>(gold));
  if (!weights) return std::unexpected(weights.error());
  auto weight = weights->begin();
  for (const ExampleBank& bank : examples.banks) {
    if (bank.kind == BankKind::Treebank) {
      for (const AmrExample& example : bank.examples) sampler.trees_.push_back(&example);
    }
    if (bank.kind == BankKind::Treebank || bank.kind == BankKind::Validation) continue;
    const double of_bank = bank.kind == BankKind::Silver   ? config.silver
                           : bank.kind == BankKind::Frames ? config.frames
                                                           : *weight++;
    if (of_bank == 0) continue;
    sampler.all_.add(bank, of_bank);
    if (bank.kind != BankKind::Silver) sampler.without_silver_.add(bank, of_bank);
  }
  if (sampler.without_silver_.sentences.empty()) sampler.without_silver_ = sampler.all_;
  if (sampler.all_.sentences.empty()) return base::fail("there are no sentences to train on");
  return sampler;
}

void ExampleSampler::Pool::add(const ExampleBank& bank, double weight) {
  for (const AmrExample& example : bank.examples) {
    sentences.push_back(&example);
    weights_up_to.push_back((weights_up_to.empty() ? 0 : weights_up_to.back()) + weight);
  }
}

AmrExample ExampleSampler::read(const AmrExample& example, RandomStream& random) const {
  AmrExample read = example;
  // The special tokens around the sentence stay.
  for (std::size_t t = 1; t + 1 < read.tokens.size(); ++t) {
    if (random.chance(config_.hidden)) read.tokens[t] = examples_->mask;
  }
  return read;
}

std::vector<AmrExample> ExampleSampler::sample(std::uint64_t batch) const {
  RandomStream random(RandomStream(config_.seed).next() ^ batch);
  const double done = static_cast<double>(batch) / static_cast<double>(config_.steps);
  const Pool& pool = done < config_.silver_until ? all_ : without_silver_;
  const std::vector<double>& up_to = pool.weights_up_to;
  std::vector<AmrExample> sampled;
  for (std::uint32_t i = 0; i < config_.batch; ++i) {
    const double drawn = static_cast<double>(random.next() >> 11) * 0x1p-53 * up_to.back();
    const auto place = std::ranges::upper_bound(up_to, drawn) - up_to.begin();
    const auto last = std::ssize(up_to) - 1;
    sampled.push_back(
        read(*pool.sentences[static_cast<std::size_t>(std::min(place, last))], random));
  }
  return sampled;
}

std::vector<AmrExample> ExampleSampler::sample_trees(std::uint64_t batch) const {
  RandomStream random(RandomStream(~config_.seed).next() ^ batch);
  std::vector<AmrExample> sampled;
  for (std::uint32_t i = 0; i < config_.trees && !trees_.empty(); ++i) {
    sampled.push_back(read(*trees_[random.below(trees_.size())], random));
  }
  return sampled;
}

ParserValidation::ParserValidation(const AmrExamples& examples) {
  for (const ExampleBank& bank : examples.banks) {
    if (bank.kind != BankKind::Validation) continue;
    sentences_.insert(sentences_.end(), bank.examples.begin(), bank.examples.end());
  }
  std::ranges::stable_sort(sentences_, {}, &AmrExample::words);
}

Scores ParserValidation::score(const neural::TransformerConfig& encoder, const ParserHeads& heads,
                               const ParameterViews& weights, const AmrConfig& config) const {
  const torch::NoGradGuard no_graph;
  const torch::Device device = weights.begin()->second.device();
  Counts counts;
  for (std::size_t begin = 0; begin < sentences_.size(); begin += kValidationSentences) {
    const std::size_t count = std::min(kValidationSentences, sentences_.size() - begin);
    const WordBatch batch =
        pack_words(std::span(sentences_).subspan(begin, count), false).to(device);
    counts.add(heads, weights,
               parser_scores(encoder, heads, weights, batch, config, /*training=*/false), batch);
  }
  return {{"fragments", counts.fragments.f()},
          {"senses", counts.senses.f()},
          {"edges", counts.edges.f()},
          {"labelled", counts.labelled.f()},
          {"reentrant", counts.reentrant.f()}};
}

}  // namespace noether::train
