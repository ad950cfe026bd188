// A cluster: an initial expression and expressions that are equal to it.
//
// Expressions are in E-Gen's prefix notation with one blank between tokens. This is the form in
// corpora, and duplicates are found by comparing its bytes. Code that produces or checks clusters
// reads them into an arena of its own.
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
// point at which this could be determined.
enum class Domain : std::uint8_t { Same, Narrower, Wider, Crossing, Unknown };
std::string_view domain_name(Domain domain);  // same narrower wider crossing unknown

// Equality of members does not depend on their origin.
struct SourceLine {
  std::uint32_t number = 0;  // from 1; 0 if absent

  friend bool operator==(SourceLine, SourceLine) { return true; }
};

struct Member {
  std::string expression;
  algebra::Verdict verdict = algebra::Verdict::Unknown;
  Domain domain = Domain::Unknown;
  std::uint16_t shared_points = 0;  // points at which both have a value, and the same one
  // The rules in a known derivation of the member from the initial expression, ascending; a number
  // is a position in the corpus's list of rule names.
  std::vector<std::uint16_t> rules;
  SourceLine line = {};  // the line of the text that holds the member, if each member has its own

  friend bool operator==(const Member&, const Member&) = default;
};

struct Cluster {
  std::uint64_t id = 0;         // the number of its initial expression in the plan
  std::string origin;           // the template, or `file:line`
  base::Digest fingerprint;     // of the initial expression, names kept
  std::string available;        // the number of available members; decimal, may be large
  std::vector<Member> members;  // the initial expression first

  friend bool operator==(const Cluster&, const Cluster&) = default;
};

// The place of a member: "dev.txt:57", or the origin of its cluster if it has no line of its own.
std::string member_origin(const Cluster& cluster, std::size_t member);

// Clusters one after another, from any format that Noether reads.
class ClusterSource {
 public:
  virtual ~ClusterSource() = default;
  // Returns false at the end. Fields that the format does not hold keep their defaults. After an
  // error, nothing more can be read.
  virtual base::Result<bool> next(Cluster& cluster) = 0;
  // Returns the fraction of the input that was read, from 0 to 1; empty if the size is unknown, as
  // for a pipe.
  virtual std::optional<double> share_read() const { return std::nullopt; }
};

// Like ClusterSource::share_read, from the owner of the file behind the lines.
using ShareRead = std::function<std::optional<double>()>;

struct ReadOptions {
  // Called for every damaged line, or block of a shard, which the reader then skips. Without this
  // callback, the first one is an error.
  std::function<void(const base::Error&)> on_broken;
};

// Opens a corpus folder (with its manifest), or a file in the E-Gen format, JSON Lines or a shard;
// the first two file formats may be compressed with gzip or zstd, and may come from standard input
// ("-"). The content determines the format.
base::Result<std::unique_ptr<ClusterSource>> open_clusters(const std::string& path,
                                                           const ReadOptions& options = {});
// Opens a file that messages and origins call `name`.
base::Result<std::unique_ptr<ClusterSource>> open_cluster_file(const std::string& path,
                                                               const std::string& name,
                                                               const ReadOptions& options);

// Clusters from memory, for tests and for clusters that were read before.
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
