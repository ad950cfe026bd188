#include "noether/evaluation/measures/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "noether/evaluation/measures/all.h"

namespace noether::evaluation {
namespace {

// The least value in a geometric mean, so that a single failed topic does not make it 0.
constexpr double kLeastGeometric = 0.00001;

constexpr std::array kMeasures = {
    &kRunId,
    &kTopicCount,
    &kRetrieved,
    &kRelevant,
    &kRelevantRetrieved,
    &kAveragePrecision,
    &kGeometricPrecision,
    &kRPrecision,
    &kBpref,
    &kReciprocalRank,
    &kInterpolatedPrecision,
    &kPrecision,
    &kRecall,
    &kNdcg,
};

}  // namespace

std::span<const Measure* const> measures() { return kMeasures; }

const Measure* find_measure(std::string_view name) {
  const auto found = std::ranges::find(kMeasures, name, &Measure::name);
  return found == kMeasures.end() ? nullptr : *found;
}

std::string MeasureRequest::name() const {
  std::string text(measure->name);
  if (prime) text += '\'';
  if (measure->takes == Measure::Takes::Recall) {
    text += fmt::format("@{:.2f}", at.recall);
  } else if (at.cutoff != kNoCutoff) {
    text += fmt::format("@{}", at.cutoff);
  }
  return text;
}

std::string MeasureRequest::trec_name() const {
  if (measure->takes == Measure::Takes::Recall) {
    return fmt::format("{}_{:.2f}", measure->trec_name, at.recall);
  }
  if (at.cutoff == kNoCutoff) return std::string(measure->trec_name);
  if (measure->trec_cut_name.empty()) return {};
  return fmt::format("{}_{}", measure->trec_cut_name, at.cutoff);
}

bool operator==(const MeasureRequest& a, const MeasureRequest& b) {
  return a.measure == b.measure && a.prime == b.prime && a.at.cutoff == b.at.cutoff &&
         a.at.recall == b.at.recall;
}

double mean_of(const Measure& measure, std::span<const double> values) {
  double sum = 0;
  if (measure.mean == Measure::Mean::Geometric) {
    for (const double value : values) sum += std::log(std::max(value, kLeastGeometric));
  } else {
    for (const double value : values) sum += value;
  }
  if (measure.mean == Measure::Mean::Sum || values.empty()) return sum;
  const double mean = sum / static_cast<double>(values.size());
  return measure.mean == Measure::Mean::Geometric ? std::exp(mean) : mean;
}

// Names of measures: those of Noether (p@10, ndcg'@5) and of trec_eval (P_10, P.10, ndcg_cut_5,
// recip_rank).
namespace {

constexpr std::uint32_t kMaxCutoff = 1'000'000'000;
constexpr std::array<std::uint32_t, 9> kUsualCutoffs = {5, 10, 15, 20, 30, 100, 200, 500, 1000};
constexpr std::array<std::string_view, 3> kAliasesOfRank = {"mrr", "recip_rank", "rr"};

constexpr std::string_view kOfficial =
    "runid,num_q,num_ret,num_rel,num_rel_ret,map,gm_map,rprec,bpref,rr,iprec,p";
constexpr std::string_view kArqmath = "ndcg',map',p'@10";

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

// Finds a measure by a name that may be Noether's or trec_eval's.
const Measure* measure_called(std::string_view name) {
  if (std::ranges::find(kAliasesOfRank, name) != kAliasesOfRank.end()) return find_measure("rr");
  if (name == "ndcg_cut") return find_measure("ndcg");
  if (name == "map_cut" || name == "ap") return find_measure("map");
  if (name == "iprec_at_recall") return find_measure("iprec");
  if (name == "precision") return find_measure("p");
  return find_measure(name);
}

// The place of the sign that separates the cut-off from the name: p@10, P.10, P_10,
// iprec_at_recall_0.10.
std::size_t point_sign(std::string_view name) {
  if (const std::size_t at = name.find('@'); at != std::string_view::npos) return at;
  const std::size_t line = name.rfind('_');
  if (line != std::string_view::npos && line + 1 < name.size() && name[line + 1] >= '0' &&
      name[line + 1] <= '9') {
    return line;
  }
  return name.find('.');
}

std::string known_names() {
  std::string names;
  for (const Measure* measure : measures()) {
    if (measure->mean == Measure::Mean::Tag) continue;
    if (!names.empty()) names += ", ";
    names += measure->name;
    if (measure->takes == Measure::Takes::NeedsCutoff) names += "@k";
  }
  return names;
}

class MeasureList {
 public:
  explicit MeasureList(std::string_view text) : text_(text) {}

  base::Result<std::vector<MeasureRequest>> read() {
    std::size_t begin = 0;
    while (begin <= text_.size()) {
      const std::size_t end = std::min(text_.find(',', begin), text_.size());
      if (auto done = read_name(begin, end); !done) return std::unexpected(done.error());
      begin = end + 1;
    }
    return requests_;
  }

 private:
  base::Result<void> read_name(std::size_t begin, std::size_t end);
  base::Result<void> read_point(const MeasureRequest& whole, std::string_view point,
                                base::Span span);
  void add_usual_cutoffs(MeasureRequest request) {
    for (const std::uint32_t cutoff : kUsualCutoffs) {
      request.at.cutoff = cutoff;
      add(request);
    }
  }
  base::Result<void> add_group(std::string_view names);

  void add(const MeasureRequest& request) {
    if (std::ranges::find(requests_, request) == requests_.end()) requests_.push_back(request);
  }

  std::string_view text_;
  std::vector<MeasureRequest> requests_;
};

base::Result<void> MeasureList::add_group(std::string_view names) {
  auto requests = parse_measures(names);
  if (!requests) return std::unexpected(std::move(requests.error()));
  for (const MeasureRequest& request : *requests) add(request);
  return {};
}

base::Result<void> MeasureList::read_name(std::size_t begin, std::size_t end) {
  const base::Span span{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  std::string name = lower(text_.substr(begin, end - begin));
  std::erase(name, ' ');
  if (name == "official") return add_group(kOfficial);
  if (name == "arqmath") return add_group(kArqmath);
  const bool prime = std::erase(name, '\'') > 0;

  std::string point;
  const std::size_t cut = point_sign(name);
  if (cut != std::string::npos) {
    point = name.substr(cut + 1);
    name.resize(cut);
  }
  const Measure* measure = measure_called(name);
  if (measure == nullptr) {
    return base::fail(
        fmt::format("there is no measure '{}'", text_.substr(begin, end - begin)), span,
        fmt::format("measures: {}; official and arqmath stand for several", known_names()));
  }
  const MeasureRequest whole{measure, {}, prime};
  // ndcg_cut and map_cut have cut-offs even if the name gives none.
  const bool is_cut = measure->takes == Measure::Takes::NeedsCutoff ||
                      (measure->takes == Measure::Takes::Cutoff && name == measure->trec_cut_name);
  if (point.empty() && is_cut) {
    add_usual_cutoffs(whole);
    return {};
  }
  return read_point(whole, point, span);
}

base::Result<void> MeasureList::read_point(const MeasureRequest& whole, std::string_view point,
                                           base::Span span) {
  const Measure& measure = *whole.measure;
  MeasureRequest request = whole;
  if (point.empty()) {
    if (measure.takes == Measure::Takes::Recall) {
      for (int tenths = 0; tenths <= 10; ++tenths) {
        request.at.recall = tenths / 10.0;
        add(request);
      }
    } else {
      add(request);
    }
    return {};
  }
  if (measure.takes == Measure::Takes::Nothing) {
    return base::fail(fmt::format("{} takes no cut-off", measure.name), span);
  }
  const char* const end = point.data() + point.size();
  if (measure.takes == Measure::Takes::Recall) {
    const auto read = std::from_chars(point.data(), end, request.at.recall);
    if (read.ec != std::errc() || read.ptr != end || !(request.at.recall >= 0) ||
        request.at.recall > 1) {
      return base::fail(fmt::format("expected a level of recall from 0 to 1, not '{}'", point),
                        span, "as in iprec@0.1");
    }
  } else {
    const auto read = std::from_chars(point.data(), end, request.at.cutoff);
    if (read.ec != std::errc() || read.ptr != end || request.at.cutoff == 0 ||
        request.at.cutoff > kMaxCutoff) {
      return base::fail(fmt::format("expected a cut-off from 1 on, not '{}'", point), span,
                        fmt::format("as in {}@10", measure.name));
    }
  }
  add(request);
  return {};
}

}  // namespace

base::Result<std::vector<MeasureRequest>> parse_measures(std::string_view text) {
  return MeasureList(text).read();
}

}  // namespace noether::evaluation
