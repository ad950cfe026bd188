// Random clusters for tests, with arbitrary metadata and readable prefix expressions.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "noether/egen/cluster.h"
#include "noether/egraph/terms/random.h"

namespace noether::egen {

class RandomClusters {
 public:
  explicit RandomClusters(std::uint64_t seed) : random_(seed) {}

  Cluster next(std::uint64_t id, std::size_t max_members = 12) {
    Cluster cluster;
    cluster.id = id;
    cluster.origin = "template \"" + std::to_string(below(100)) + "\"\t×";
    cluster.fingerprint = {random_.next(), random_.next()};
    cluster.available = std::to_string(random_.next());
    cluster.available += std::to_string(below(1000));
    const std::size_t members = 1 + below(max_members);
    for (std::size_t i = 0; i < members; ++i) cluster.members.push_back(member());
    return cluster;
  }

  std::vector<Cluster> several(std::size_t count) {
    std::vector<Cluster> clusters;
    for (std::size_t i = 0; i < count; ++i) clusters.push_back(next(i));
    return clusters;
  }

 private:
  std::size_t below(std::size_t bound) { return random_.next() % bound; }

  Member member() {
    Member out;
    append_expression(out.expression, 4);
    out.expression.pop_back();
    out.verdict = static_cast<algebra::Verdict>(below(4));
    out.domain = static_cast<Domain>(below(5));
    out.shared_points = static_cast<std::uint16_t>(below(65536));
    for (std::size_t i = below(4); i > 0; --i) {
      out.rules.push_back(static_cast<std::uint16_t>(below(65536)));
    }
    std::ranges::sort(out.rules);
    const auto repeated = std::ranges::unique(out.rules);
    out.rules.erase(repeated.begin(), repeated.end());
    return out;
  }

  void append_expression(std::string& out, int depth) {
    constexpr std::array kLeaves = {"x", "y", "pi", "2", "-17"};
    constexpr std::array kUnary = {"sin", "ln", "acsch", "sqrt"};
    constexpr std::array kBinary = {"+", "-", "*", "/", "pow"};
    const std::size_t kind = depth == 0 ? 0 : below(3);
    if (kind == 0) {
      out += kLeaves[below(kLeaves.size())];
      out += ' ';
      return;
    }
    out += kind == 1 ? kUnary[below(kUnary.size())] : kBinary[below(kBinary.size())];
    out += ' ';
    for (std::size_t i = 0; i < kind; ++i) append_expression(out, depth - 1);
  }

  egraph::Random random_;
};

}  // namespace noether::egen
