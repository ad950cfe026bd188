#include "noether/train/distill/list_student.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "noether/base/mix.h"
#include "noether/base/progress.h"
#include "noether/neural/model/model_folder.h"
#include "noether/train/core/random_stream.h"
#include "noether/train/cross/training_lists.h"
#include "noether/train/text/pair_loss.h"

namespace noether::train {
namespace {

using neural::TokenizedLists;

// The share of pairs with different teacher values that the student puts in the same order; nothing
// without such pairs.
std::optional<double> pairs_alike(std::span<const double> teacher, std::span<const float> student) {
  double pairs = 0;
  double alike = 0;
  for (std::size_t i = 0; i < teacher.size(); ++i) {
    for (std::size_t j = 0; j < teacher.size(); ++j) {
      if (teacher[i] <= teacher[j]) continue;
      ++pairs;
      if (student[i] > student[j]) ++alike;
    }
  }
  if (pairs == 0) return std::nullopt;
  return alike / pairs;
}

std::string_view wanted_texts(const DistillConfig& config) {
  switch (config.loss) {
    case DistillLossKind::Contrastive:
      return "texts with grades";
    case DistillLossKind::Negatives:
      return "right texts";
    default:
      return "texts of different scores or grades";
  }
}

torch::Tensor contrastive_loss(const DistillConfig& config, const torch::Tensor& cosines,
                               const StudentBatch& batch) {
  const torch::Tensor far = 1 - cosines.flatten().index_select(0, batch.own);
  const torch::Tensor right = batch.targets.targets.to(far.scalar_type());
  const torch::Tensor too_near = torch::relu(config.margin - far);
  return ((right * far.square() + (1 - right) * too_near.square()) / 2).mean();
}

torch::Tensor negatives_loss(const DistillConfig& config, const torch::Tensor& cosines,
                             const StudentBatch& batch) {
  const torch::Tensor questions = batch.own.div(cosines.size(1), "floor");  // one for each text
  // Texts of the same question do not compete.
  return find_partners_loss(cosines.index_select(0, questions), same_group(questions),
                            config.temperature);
}

// Equal values share the mean of their ranks.
std::vector<double> ranks_of(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    for (std::size_t i = begin; i < end; ++i) {
      ranks[order[i]] = static_cast<double>(begin + end - 1) / 2;
    }
    begin = end;
  }
  return ranks;
}

}  // namespace

double spearman(std::span<const double> first, std::span<const double> second) {
  const std::vector<double> x = ranks_of(first);
  const std::vector<double> y = ranks_of(second);
  const double mean = (static_cast<double>(x.size()) - 1) / 2;
  double both = 0;
  double of_x = 0;
  double of_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    both += (x[i] - mean) * (y[i] - mean);
    of_x += (x[i] - mean) * (x[i] - mean);
    of_y += (y[i] - mean) * (y[i] - mean);
  }
  return of_x > 0 && of_y > 0 ? both / std::sqrt(of_x * of_y) : 0;
}

std::vector<neural::TokenId> text_alone(const neural::PairTemplate& pair,
                                        std::span<const neural::TokenId> text, std::size_t most) {
  const std::size_t room = most - pair.before.size() - pair.after.size();
  const auto part = text.first(std::min(text.size(), room));
  std::vector<neural::TokenId> alone = pair.before;
  alone.insert(alone.end(), part.begin(), part.end());
  alone.insert(alone.end(), pair.after.begin(), pair.after.end());
  return alone;
}

base::Result<StudentSampler> StudentSampler::create(const TokenizedLists& lists,
                                                    const DistillConfig& config) {
  if (std::min(config.question_tokens, config.text_tokens) <=
      lists.pair.before.size() + lists.pair.after.size()) {
    return base::fail("question_tokens and text_tokens leave no room beside the special tokens");
  }
  StudentSampler sampler(lists, config);
  for (std::uint64_t list = 0; list < lists.size(); ++list) {
    StudentList of = {.list = list, .entries = {}};
    for (std::uint64_t entry = lists.list_begin(list); entry < lists.list_ends[list]; ++entry) {
      if (sampler.is_of_use(entry)) of.entries.push_back(entry);
    }
    if (config.loss != DistillLossKind::Distill) {
      if (!of.entries.empty()) sampler.of_use_.push_back(std::move(of));
      continue;
    }
    const auto said = [&](std::uint64_t entry) { return sampler.teacher(entry); };
    const bool has_order = std::ranges::any_of(
        of.entries, [&](std::uint64_t entry) { return said(entry) != said(of.entries[0]); });
    if (has_order) sampler.of_use_.push_back(std::move(of));
  }
  if (sampler.of_use_.size() < config.batch) {
    return base::fail(
        fmt::format("a batch has {} lists, and only {} of the {} have {}", config.batch,
                    sampler.of_use_.size(), lists.size(), wanted_texts(config)),
        {}, "give more lists, or a configuration with a smaller batch");
  }
  return sampler;
}

bool StudentSampler::is_of_use(std::uint64_t entry) const {
  const int grade = lists_->grades[entry];
  switch (config_.loss) {
    case DistillLossKind::Distill:
      return !lists_->scores.empty() || grade != TokenizedLists::kNoGrade;
    case DistillLossKind::Contrastive:
      return grade != TokenizedLists::kNoGrade;
    case DistillLossKind::Negatives:
      return grade >= static_cast<int>(config_.full);
  }
  return false;
}

double StudentSampler::teacher(std::uint64_t entry) const {
  if (config_.loss != DistillLossKind::Distill) {
    return std::min(1.0, static_cast<double>(lists_->grades[entry]) / config_.full);
  }
  return lists_->scores.empty()
             ? config_.steepness * lists_->grades[entry]
             : static_cast<double>(lists_->scores[entry]) / config_.teacher_temperature;
}

std::vector<StudentList> StudentSampler::sample(std::uint64_t batch) const {
  const std::uint64_t batches = of_use_.size() / config_.batch;  // of an epoch
  const base::IndexShuffle order(of_use_.size(), seed_of(config_.seed, batch / batches));
  RandomStream random(seed_of(config_.seed + 1, batch));
  std::vector<StudentList> sampled;
  for (std::uint64_t i = 0; i < config_.batch; ++i) {
    StudentList of = of_use_[order[batch % batches * config_.batch + i]];
    const std::size_t count = std::min<std::size_t>(of.entries.size(), config_.texts);
    for (std::size_t drawn = 0; drawn < count; ++drawn) {
      std::swap(of.entries[drawn], of.entries[drawn + random.below(of.entries.size() - drawn)]);
    }
    of.entries.resize(count);
    sampled.push_back(std::move(of));
  }
  return sampled;
}

StudentBatch StudentBatch::to(torch::Device device) const {
  return {texts.to(device), own.to(device, /*non_blocking=*/true), targets.to(device)};
}

StudentBatch read_student_batch(const TokenizedLists& lists, const DistillConfig& config,
                                const StudentSampler& sampler, std::span<const StudentList> sampled,
                                bool pinned) {
  std::vector<std::vector<neural::TokenId>> texts;
  std::vector<std::vector<double>> teacher;
  std::vector<std::int64_t> rows;  // the question of each text
  for (const StudentList& of : sampled) {
    texts.push_back(text_alone(lists.pair, lists.query(of.list), config.question_tokens));
  }
  for (const StudentList& of : sampled) {
    auto& said = teacher.emplace_back();
    for (const std::uint64_t entry : of.entries) {
      texts.push_back(text_alone(lists.pair, lists.entry(entry), config.text_tokens));
      said.push_back(sampler.teacher(entry));
      rows.push_back(std::ssize(teacher) - 1);
    }
  }
  StudentBatch batch;
  batch.texts = pack_texts(texts, pinned);
  batch.targets = config.loss == DistillLossKind::Distill ? list_shares(teacher, pinned)
                                                          : plain_targets(teacher, pinned);
  const std::int64_t columns = std::ssize(rows);
  batch.own = torch::empty({columns}, torch::TensorOptions(torch::kInt64).pinned_memory(pinned));
  auto* const own = batch.own.data_ptr<std::int64_t>();
  for (std::int64_t column = 0; column < columns; ++column) {
    own[column] = rows[static_cast<std::size_t>(column)] * columns + column;
  }
  return batch;
}

torch::Tensor student_cosines(const neural::TransformerConfig& model, const ParameterViews& weights,
                              const StudentBatch& batch, double dropout) {
  const torch::Tensor vectors = embed_texts(model, weights, batch.texts, dropout).texts;
  const std::int64_t questions = batch.targets.lists;
  return torch::matmul(vectors.narrow(0, 0, questions),
                       vectors.narrow(0, questions, vectors.size(0) - questions).t());
}

StudentScores student_scores(const neural::TransformerConfig& model, const ParameterViews& weights,
                             const StudentBatch& batch, double dropout) {
  const TextVectors vectors = embed_texts(model, weights, batch.texts, dropout);
  const std::int64_t questions = batch.targets.lists;
  const std::int64_t texts = batch.texts.texts() - questions;
  const auto lengths = std::span(batch.texts.lengths);
  const auto of_questions = lengths.first(static_cast<std::size_t>(questions));
  const auto of_texts = lengths.subspan(static_cast<std::size_t>(questions));
  const std::int64_t tokens =
      std::accumulate(of_questions.begin(), of_questions.end(), std::int64_t{0});
  const torch::Tensor cosines = torch::matmul(vectors.texts.narrow(0, 0, questions),
                                              vectors.texts.narrow(0, questions, texts).t());
  const torch::Tensor late =
      late_scores({vectors.tokens.narrow(0, 0, tokens), of_questions},
                  {vectors.tokens.narrow(0, tokens, vectors.tokens.size(0) - tokens), of_texts});
  return {cosines.flatten().index_select(0, batch.own), late.flatten().index_select(0, batch.own)};
}

torch::Tensor student_loss(const DistillConfig& config, const neural::TransformerConfig& model,
                           const ParameterViews& weights, const StudentBatch& batch) {
  if (config.loss != DistillLossKind::Distill) {
    const torch::Tensor cosines = student_cosines(model, weights, batch, config.dropout);
    return config.loss == DistillLossKind::Contrastive ? contrastive_loss(config, cosines, batch)
                                                       : negatives_loss(config, cosines, batch);
  }
  const StudentScores scores = student_scores(model, weights, batch, config.dropout);
  return listwise_loss(scores.cosines / config.temperature, batch.targets) +
         listwise_loss(scores.late / config.late_temperature, batch.targets);
}

Scores score_student(const TokenizedLists& lists, const DistillConfig& config,
                     const StudentSampler& sampler, const neural::TransformerConfig& model,
                     const ParameterViews& weights, std::uint64_t max_texts) {
  const torch::NoGradGuard no_graph;
  const torch::Device device = weights.at("token_embedding").device();
  const std::vector<StudentList> all = sampler.all();
  std::uint64_t texts = 0;
  for (const StudentList& of : all) texts += of.entries.size();
  const std::uint64_t stride = (texts + max_texts - 1) / max_texts;
  double pairs = 0;
  double late_pairs = 0;
  double count = 0;
  const bool has_late = config.loss == DistillLossKind::Distill;
  std::vector<double> all_teacher;
  std::vector<double> all_cosines;
  for (std::size_t i = 0; i < all.size(); i += stride) {
    const StudentBatch batch =
        read_student_batch(lists, config, sampler, std::span(&all[i], 1), false).to(device);
    const StudentScores scores = has_late
                                     ? student_scores(model, weights, batch)
                                     : StudentScores{student_cosines(model, weights, batch), {}};
    std::vector<double> teacher;
    for (const std::uint64_t entry : all[i].entries) teacher.push_back(sampler.teacher(entry));
    const auto values_of = [](const torch::Tensor& student) {
      const torch::Tensor on_host = student.to(torch::kCPU, torch::kFloat32).contiguous();
      const auto* const begin = on_host.data_ptr<float>();
      return std::vector<float>(begin, begin + on_host.numel());
    };
    const std::vector<float> cosines = values_of(scores.cosines);
    all_teacher.insert(all_teacher.end(), teacher.begin(), teacher.end());
    all_cosines.insert(all_cosines.end(), cosines.begin(), cosines.end());
    const auto alike = pairs_alike(teacher, cosines);
    if (!alike) continue;
    pairs += *alike;
    if (has_late) late_pairs += *pairs_alike(teacher, values_of(scores.late));
    ++count;
  }
  if (has_late) return {{"pairs", pairs / count}, {"late_pairs", late_pairs / count}};
  return {{"spearman", spearman(all_cosines, all_teacher)},
          {"pairs", count > 0 ? pairs / count : 0}};
}

namespace {

using Tokens = std::vector<neural::TokenId>;

// Unit vectors, one row for each text. Texts of similar length form a batch.
class TextEmbedder {
 public:
  TextEmbedder(const neural::TransformerConfig& model, const ScoreRequest& request,
               ParameterViews weights)
      : model_(model), request_(request), weights_(std::move(weights)) {}

  torch::Tensor embed(const std::vector<Tokens>& texts) const {
    std::vector<std::int64_t> order(texts.size());
    std::iota(order.begin(), order.end(), std::int64_t{0});
    const auto text = [&](std::int64_t i) -> const Tokens& {
      return texts[static_cast<std::size_t>(i)];
    };
    std::ranges::stable_sort(order, {}, [&](std::int64_t i) { return text(i).size(); });
    base::ProgressBar progress("texts", texts.size());
    std::vector<torch::Tensor> parts;
    for (std::size_t at = 0; at < order.size();) {
      std::vector<Tokens> batch;
      for (std::uint64_t tokens = 0; at < order.size(); ++at) {
        tokens += text(order[at]).size();
        if (!batch.empty() && tokens > request_.batch_tokens) break;
        batch.push_back(text(order[at]));
      }
      const TextBatch packed = pack_texts(batch, request_.device.is_cuda()).to(request_.device);
      parts.push_back(embed_texts(model_, weights_, packed).texts.to(torch::kFloat32));
      if (!request_.quiet) progress.update(at, at);
    }
    if (!request_.quiet) progress.finish();
    const torch::Tensor places = torch::tensor(order, torch::kInt64).to(request_.device);
    const torch::Tensor sorted = torch::cat(parts);
    return torch::empty_like(sorted).index_copy_(0, places, sorted);
  }

 private:
  const neural::TransformerConfig& model_;
  const ScoreRequest& request_;
  ParameterViews weights_;
};

}  // namespace

base::Result<neural::TokenizedLists> score_by_cosine(const ScoreRequest& request) {
  const auto model = open_start(request.model, Int8Start::Taken);
  if (!model) return std::unexpected(model.error());
  const neural::TransformerConfig& transformer = model->config.transformer;
  auto lists = load_lists(request.lists, {request.model, model->config, request.quiet});
  if (!lists) return lists;
  const std::size_t text_tokens =
      request.tokens > 0 ? std::size_t{request.tokens} : model->config.sequence_tokens;
  const std::size_t special = lists->pair.before.size() + lists->pair.after.size();
  if (std::min<std::size_t>(text_tokens, request.question_tokens) <= special ||
      std::max<std::size_t>(text_tokens, request.question_tokens) > transformer.max_positions) {
    return base::fail(fmt::format("'{}' reads texts of {} to {} tokens, not of {} and {}",
                                  request.model, special + 1, transformer.max_positions,
                                  request.question_tokens, text_tokens));
  }
  std::vector<Tokens> questions;
  for (std::uint64_t list = 0; list < lists->size(); ++list) {
    questions.push_back(text_alone(lists->pair, lists->query(list), request.question_tokens));
  }
  // A text in several lists is read only once.
  std::vector<Tokens> texts;
  for (std::uint64_t text = 0; text < lists->ends.size(); ++text) {
    texts.push_back(text_alone(lists->pair, lists->text(text), text_tokens));
  }
  Parameters parameters(text_parameters(transformer), 0, request.device);
  const torch::NoGradGuard no_graph;
  parameters.flat().copy_(flat_weights(transformer, model->weights));
  const TextEmbedder embedder(transformer, request, parameters.views(compute_type(request.device)));
  const torch::Tensor question_vectors = embedder.embed(questions);
  const torch::Tensor text_vectors = embedder.embed(texts);
  lists->scores.clear();
  for (std::uint64_t list = 0; list < lists->size(); ++list) {
    std::vector<std::int64_t> entries;
    for (std::uint64_t entry = lists->list_begin(list); entry < lists->list_ends[list]; ++entry) {
      entries.push_back(lists->entries[entry]);
    }
    const torch::Tensor chosen = torch::tensor(entries, torch::kInt64).to(request.device);
    const torch::Tensor cosines =
        torch::mv(text_vectors.index_select(0, chosen),
                  question_vectors.select(0, static_cast<std::int64_t>(list)))
            .to(torch::kCPU)
            .contiguous();
    const auto* const values = cosines.data_ptr<float>();
    lists->scores.insert(lists->scores.end(), values, values + entries.size());
  }
  if (std::ranges::any_of(lists->scores, [](float score) { return !std::isfinite(score); })) {
    return base::fail(fmt::format("'{}' gives scores that are not numbers", request.model));
  }
  return lists;
}

}  // namespace noether::train
