#include "noether/egen/training/training_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "noether/base/parallel.h"
#include "noether/base/result_file.h"
#include "noether/egen/training/ordered_lines.h"

namespace noether::egen {
namespace {

using OrderedJson = nlohmann::ordered_json;

// Some pairs have no negative; if one line needs more than this many items, something is wrong.
constexpr std::uint64_t kItemsPerLine = 16;

std::string text_of(const OrderedJson& json, int indent = -1) {
  return json.dump(indent, ' ', false, OrderedJson::error_handler_t::replace);
}

base::Result<void> check_pairs(const MemberTable& table, const PairSampler& pairs,
                               const std::string& source) {
  if (!pairs.empty()) return {};
  return base::fail(fmt::format("{} has no pairs: none of its {} clusters has two members", source,
                                table.cluster_count()),
                    {}, "generate or import a corpus with more members per cluster");
}

struct Manifest {
  const MemberTable& table;
  const TrainingFileOptions& options;
  const TrainingFileReport& report;
  std::string_view what;
  std::uint64_t seed;
  Uniform uniform;
};

std::string manifest_text(const Manifest& manifest, const base::ResultFile& file) {
  OrderedJson json = {
      {"holds", manifest.what},
      {"source", manifest.options.source},
      {"source_digest", manifest.table.digest().hex()},
      {"clusters", manifest.table.cluster_count()},
      {"members", manifest.table.member_count()},
      {"pairs_available", manifest.report.pairs_available},
      {"seed", manifest.seed},
      {"uniform", manifest.uniform == Uniform::Pairs ? "pairs" : "clusters"},
      {"lines", manifest.report.lines},
      {"skipped", manifest.report.skipped},
      {"format", manifest.options.format == TrainingFormat::Tsv ? "tsv" : "jsonl"},
      {"bytes", file.size()},
      {"digest", file.digest().hex()},
  };
  if (!manifest.report.kinds.empty()) json["negatives"] = manifest.report.kinds;
  return text_of(json, 2) + "\n";
}

std::string manifest_path(const TrainingFileOptions& options) {
  return options.path + ".manifest.json";
}

base::Result<base::ResultFile> create_file(base::FileSystem& file_system,
                                           const TrainingFileOptions& options) {
  if (options.path != "-") {
    if (auto allowed = base::check_replaceable(manifest_path(options), options.source); !allowed) {
      return std::unexpected(allowed.error());
    }
  }
  return base::ResultFile::create(file_system, options.path, options.source);
}

// Standard output has no manifest.
base::Result<void> finish(base::FileSystem& file_system, base::ResultFile& file,
                          const Manifest& manifest) {
  const std::string text = manifest_text(manifest, file);
  if (auto done = file.commit(); !done || file.is_standard_output()) return done;
  return base::write_atomically(file_system, manifest_path(manifest.options), text);
}

std::string pair_line(const MemberTable& table, const MemberPair& pair, TrainingFormat format) {
  const std::string_view anchor = table.expression(pair.anchor);
  const std::string_view positive = table.expression(pair.positive);
  if (format == TrainingFormat::Tsv) return fmt::format("{}\t{}\n", anchor, positive);
  return text_of({{"cluster", table.cluster_id(pair.cluster)},
                  {"anchor", anchor},
                  {"positive", positive}}) +
         "\n";
}

std::string triplet_line(const Triplet& triplet, TrainingFormat format) {
  const std::string_view kind = negative_kind_name(triplet.kind);
  if (format == TrainingFormat::Tsv) {
    return fmt::format("{}\t{}\t{}\t{}\n", triplet.anchor, triplet.positive, triplet.negative,
                       kind);
  }
  return text_of({{"cluster", triplet.cluster_id},
                  {"anchor", triplet.anchor},
                  {"positive", triplet.positive},
                  {"negative", triplet.negative},
                  {"kind", kind}}) +
         "\n";
}

}  // namespace

std::optional<TrainingFormat> training_format_by_name(std::string_view name) {
  if (name == "tsv") return TrainingFormat::Tsv;
  if (name == "jsonl") return TrainingFormat::JsonLines;
  return std::nullopt;
}

base::Result<TrainingFileReport> write_pairs(const MemberTable& table, std::uint64_t seed,
                                             Uniform uniform, const TrainingFileOptions& options,
                                             base::FileSystem& file_system) {
  const PairSampler pairs(table, seed, uniform);
  if (auto any = check_pairs(table, pairs, options.source); !any) {
    return std::unexpected(any.error());
  }
  auto file = create_file(file_system, options);
  if (!file) return std::unexpected(file.error());
  TrainingFileReport report;
  report.pairs_available = pairs.pair_count().get_str();
  for (; report.lines < options.count; ++report.lines) {
    const std::string line = pair_line(table, pairs.at(report.lines), options.format);
    if (auto written = file->write(line); !written) return std::unexpected(written.error());
    if (options.on_line) options.on_line(report.lines);
  }
  if (auto done = finish(file_system, *file, {table, options, report, "pairs", seed, uniform});
      !done) {
    return std::unexpected(done.error());
  }
  return report;
}

base::Result<TrainingFileReport> write_triplets(const MemberTable& table,
                                                const TripletOptions& triplets,
                                                const TrainingFileOptions& options,
                                                base::FileSystem& file_system) {
  const PairSampler pairs(table, triplets.seed, triplets.uniform);
  if (auto any = check_pairs(table, pairs, options.source); !any) {
    return std::unexpected(any.error());
  }
  auto file = create_file(file_system, options);
  if (!file) return std::unexpected(file.error());

  const HardNegatives hard(table);
  std::vector<std::unique_ptr<TripletSampler>> samplers;
  std::vector<LineMaker> makers;
  for (unsigned thread = 0; thread < base::thread_count(options.threads); ++thread) {
    samplers.push_back(std::make_unique<TripletSampler>(table, hard, triplets));
    makers.emplace_back([sampler = samplers.back().get(), &options](std::uint64_t item) {
      std::optional<OrderedLine> line;
      if (const auto triplet = sampler->at(item)) {
        line = {triplet_line(*triplet, options.format), {static_cast<std::size_t>(triplet->kind)}};
      }
      return line;
    });
  }
  TrainingFileReport report;
  report.pairs_available = pairs.pair_count().get_str();
  const auto made = make_lines(
      {.wanted = options.count, .most_items = options.count * kItemsPerLine, .chunk = 512}, makers,
      [&](const OrderedLine& line) {
        ++report.kinds[std::string(negative_kind_name(static_cast<NegativeKind>(line.numbers[0])))];
        if (options.on_line) options.on_line(++report.lines);
        return file->write(line.text);
      });
  if (!made) return std::unexpected(made.error());
  report.lines = made->lines;
  report.skipped = made->skipped;
  if (report.lines == 0 && options.count > 0) {
    return base::fail(fmt::format("no negatives were found for any pair of {}", options.source), {},
                      "a corpus of one cluster can have only near negatives: add more clusters");
  }
  if (auto done = finish(file_system, *file,
                         {table, options, report, "triplets", triplets.seed, triplets.uniform});
      !done) {
    return std::unexpected(done.error());
  }
  return report;
}

}  // namespace noether::egen
