// A cluster: an initial expression and expressions that are equal to it.
//
// Expressions are E-Gen's prefix notation, one blank between tokens: it is what corpora hold, and
// what is a duplicate is told by these bytes. What produces or checks clusters reads them into an
// arena of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/algebra/decide/verdict.h"
#include "noether/base/error.h"
#include "noether/base/hash.h"

namespace noether::egen {

// Where a member has a value, compared with the cluster's initial expression. Unknown: there was no
// point at which this could be told.
enum class Domain : std::uint8_t { Same, Narrower, Wider, Crossing, Unknown };
std::string_view domain_name(Domain domain);  // same narrower wider crossing unknown

// Two members are equal wherever they come from.
struct SourceLine {
  std::uint32_t number = 0;  // from 1; 0 when there is none

  friend bool operator==(SourceLine, SourceLine) { return true; }
};

struct Member {
  std::string expression;
  algebra::Verdict verdict = algebra::Verdict::Unknown;
  Domain domain = Domain::Unknown;
  std::uint16_t shared_points = 0;  // at which both have a value, and the same one
  // The rules that its derivation from the initial expression is known to use, ascending; numbers
  // are positions in the corpus's list of rule names.
  std::vector<std::uint16_t> rules;
  SourceLine line = {};  // of the text it was read from, where that has one for each member

  friend bool operator==(const Member&, const Member&) = default;
};

struct Cluster {
  std::uint64_t id = 0;         // the number of its initial expression in the plan
  std::string origin;           // the template, or `file:line`
  base::Digest fingerprint;     // of the initial expression, names kept
  std::string available;        // how many members there are to choose from; decimal, may be large
  std::vector<Member> members;  // the initial expression first

  friend bool operator==(const Cluster&, const Cluster&) = default;
};

// Where a member stands: "dev.txt:57", or the origin of its cluster when it has no line of its own.
std::string member_origin(const Cluster& cluster, std::size_t member);

// Clusters one after another, from any format that Noether reads.
class ClusterSource {
 public:
  virtual ~ClusterSource() = default;
  // False at the end. What the format does not hold is left at its default. After an error there is
  // nothing more to read.
  virtual base::Result<bool> next(Cluster& cluster) = 0;
  // How much of the input was read, from 0 to 1; nothing when its size is not known, as of a pipe.
  virtual std::optional<double> share_read() const { return std::nullopt; }
};

// As ClusterSource::share_read, from whoever knows the file behind the lines.
using ShareRead = std::function<std::optional<double>()>;

struct ReadOptions {
  // Hears of every line, or block of a shard, that is broken; it is left out and reading goes on.
  // Without this the first one is an error.
  std::function<void(const base::Error&)> on_broken;
};

// A corpus folder (with its manifest), or a file in the E-Gen format, JSON Lines or a shard; the
// first two may be compressed with gzip or zstd, and come from standard input ("-"). The format is
// told by the content.
base::Result<std::unique_ptr<ClusterSource>> open_clusters(const std::string& path,
                                                           const ReadOptions& options = {});
// A file that messages and origins call `name`.
base::Result<std::unique_ptr<ClusterSource>> open_cluster_file(const std::string& path,
                                                               const std::string& name,
                                                               const ReadOptions& options);

// Clusters from memory, for tests and for what was read before.
class ClusterList : public ClusterSource {
 public:
  explicit ClusterList(std::vector<Cluster> clusters) : clusters_(std::move(clusters)) {}
  base::Result<bool> next(Cluster& cluster) override {
    if (given_ == clusters_.size()) return false;
    cluster = clusters_[given_++];
    return true;
  }

 private:
  std::vector<Cluster> clusters_;
  std::size_t given_ = 0;
};

inline Cluster cluster_of(std::uint64_t id, const std::vector<std::string_view>& expressions) {
  Cluster cluster;
  cluster.id = id;
  for (const std::string_view expression : expressions) {
    Member& member = cluster.members.emplace_back();
    member.expression = expression;
  }
  return cluster;
}

}  // namespace noether::egen
