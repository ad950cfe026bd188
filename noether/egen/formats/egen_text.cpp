#include "noether/egen/formats/egen_text.h"

#include <fmt/format.h>

#include <utility>

#include "noether/egen/formats/expression_line.h"

namespace noether::egen {
namespace {

class EgenTextSource final : public ClusterSource {
 public:
  EgenTextSource(base::LineReader lines, ReadOptions options, ShareRead share_read)
      : lines_(std::move(lines)),
        options_(std::move(options)),
        share_read_(std::move(share_read)) {}

  std::optional<double> share_read() const override {
    return share_read_ ? share_read_() : std::nullopt;
  }

  base::Result<bool> next(Cluster& cluster) override {
    cluster = {};
    while (true) {
      const auto line = lines_.next();
      if (!line) return std::unexpected(line.error());
      if (!*line) break;
      if ((*line)->text.find_first_not_of(" \t") == std::string_view::npos) {
        if (!cluster.members.empty()) break;
        continue;
      }
      Member member;
      auto read = expressions_.read((*line)->text, member.expression);
      if ((*line)->too_long) read = base::fail("the line is too long for an expression");
      if (!read) {
        const base::Error error = broken_line(**line, read.error());
        if (!options_.on_broken) return std::unexpected(error);
        options_.on_broken(error);
        continue;
      }
      if (cluster.members.empty()) {
        cluster.origin = fmt::format("{}:{}", lines_.name(), (*line)->number);
      }
      member.line.number = static_cast<std::uint32_t>((*line)->number);
      cluster.members.push_back(std::move(member));
    }
    if (cluster.members.empty()) return false;
    cluster.id = next_id_++;
    return true;
  }

 private:
  base::Error broken_line(const base::Line& line, const base::Error& error) const {
    return {fmt::format("{}:{}: {}", lines_.name(), line.number, error.message), error.span,
            error.hint.empty() ? "write one prefix expression per line, as in + x 1" : error.hint};
  }

  base::LineReader lines_;
  ReadOptions options_;
  ShareRead share_read_;
  ExpressionLine expressions_;
  std::uint64_t next_id_ = 0;
};

}  // namespace

void append_egen_text(const Cluster& cluster, bool is_first, std::string& out) {
  if (!is_first) out += '\n';
  for (const Member& member : cluster.members) {
    out += member.expression;
    out += '\n';
  }
}

std::unique_ptr<ClusterSource> read_egen_text(base::LineReader lines, const ReadOptions& options,
                                              ShareRead share_read) {
  return std::make_unique<EgenTextSource>(std::move(lines), options, std::move(share_read));
}

}  // namespace noether::egen
