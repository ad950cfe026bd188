#include "noether/egen/formats/text_formats.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "noether/egen/formats/expression_line.h"
#include "noether/egen/formats/whole_number.h"

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

namespace {

using Json = nlohmann::json;

void append_string(std::string_view text, std::string& out) {
  // Bytes of a file name that are not UTF-8 become the replacement character.
  out += Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

void append_member(const Member& member, std::string& out) {
  out += "{\"expression\": ";
  append_string(member.expression, out);
  fmt::format_to(std::back_inserter(out),
                 R"(, "verdict": "{}", "domain": "{}", "shared_points": {}, "rules": [{}]}})",
                 algebra::verdict_name(member.verdict), domain_name(member.domain),
                 member.shared_points, fmt::join(member.rules, ", "));
}

// The value of a name; null if it is absent.
const Json* find(const Json& object, const char* name) {
  const auto it = object.find(name);
  return it == object.end() ? nullptr : &*it;
}

base::Result<void> read_text(const Json& object, const char* name, std::string& out) {
  const Json* value = find(object, name);
  if (value == nullptr) return {};
  if (!value->is_string()) return base::fail(fmt::format("\"{}\" is not a string", name));
  out = value->get_ref<const std::string&>();
  return {};
}

template <typename Number>
base::Result<Number> to_number(const Json& value, std::string_view name) {
  if (const auto number = whole_number<Number>(value)) return *number;
  return base::fail(fmt::format("\"{}\" is not a whole number from 0 to {}", name,
                                std::numeric_limits<Number>::max()));
}

// Reads one of a few names as a value of an enumeration whose last value is `last`.
template <typename Enum>
base::Result<void> read_name(const Json& object, const char* name, Enum last,
                             std::string_view (*name_of)(Enum), Enum& out) {
  std::string text;
  if (find(object, name) == nullptr) return {};
  if (auto read = read_text(object, name, text); !read) return read;
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    out = static_cast<Enum>(i);
    if (name_of(out) == text) return {};
  }
  return base::fail(fmt::format("\"{}\" is '{}', which is not one of its values", name, text));
}

base::Result<void> read_rules(const Json& object, std::vector<std::uint16_t>& rules) {
  const Json* value = find(object, "rules");
  if (value == nullptr) return {};
  if (!value->is_array()) return base::fail("\"rules\" is not a list");
  for (const Json& item : *value) {
    const auto rule = to_number<std::uint16_t>(item, "rules");
    if (!rule) return std::unexpected(rule.error());
    if (!rules.empty() && *rule <= rules.back()) return base::fail("\"rules\" do not ascend");
    rules.push_back(*rule);
  }
  return {};
}

base::Result<void> read_member(const Json& object, ExpressionLine& expressions, Member& member) {
  if (!object.is_object()) return base::fail("it is not an object");
  std::string text;
  auto read = read_text(object, "expression", text);
  if (read && text.empty()) read = base::fail("it has no \"expression\"");
  if (read) read = expressions.read(text, member.expression);
  if (read) {
    read = read_name(object, "verdict", algebra::Verdict::Unknown, &algebra::verdict_name,
                     member.verdict);
  }
  if (read) read = read_name(object, "domain", Domain::Unknown, &domain_name, member.domain);
  if (const Json* points = find(object, "shared_points"); read && points != nullptr) {
    const auto number = to_number<std::uint16_t>(*points, "shared_points");
    if (!number) return std::unexpected(number.error());
    member.shared_points = *number;
  }
  if (read) read = read_rules(object, member.rules);
  return read;
}

base::Result<void> read_head(const Json& object, Cluster& cluster) {
  if (const Json* id = find(object, "id"); id != nullptr) {
    const auto number = to_number<std::uint64_t>(*id, "id");
    if (!number) return std::unexpected(number.error());
    cluster.id = *number;
  }
  std::string fingerprint;
  auto read = read_text(object, "origin", cluster.origin);
  if (read) read = read_text(object, "available", cluster.available);
  if (read) read = read_text(object, "fingerprint", fingerprint);
  if (!read || find(object, "fingerprint") == nullptr) return read;
  const auto digest = base::Digest::from_hex(fingerprint);
  if (!digest) return base::fail("\"fingerprint\" is not 32 hexadecimal digits");
  cluster.fingerprint = *digest;
  return {};
}

base::Result<Cluster> to_cluster(const Json& object, ExpressionLine& expressions) {
  if (!object.is_object()) return base::fail("a cluster is a JSON object");
  Cluster cluster;
  if (auto read = read_head(object, cluster); !read) return std::unexpected(read.error());
  const Json* members = find(object, "members");
  if (members == nullptr || !members->is_array() || members->empty()) {
    return base::fail("\"members\" is not a list of at least one member");
  }
  cluster.members.reserve(members->size());
  for (const Json& item : *members) {
    Member& member = cluster.members.emplace_back();
    if (auto read = read_member(item, expressions, member); !read) {
      return base::fail(
          fmt::format("members[{}]: {}", cluster.members.size() - 1, read.error().message), {},
          read.error().hint);
    }
  }
  return cluster;
}

base::Result<Cluster> parse_cluster(std::string_view line, ExpressionLine& expressions) {
  try {
    return to_cluster(Json::parse(line), expressions);
  } catch (const Json::exception& error) {
    // "[json.exception.parse_error.101] parse error at line 1, column 5: ...".
    std::string_view what = error.what();
    what.remove_prefix(std::min(what.size(), what.find("] ") + 2));
    return base::fail(fmt::format("this is not JSON: {}", what));
  }
}

class JsonLinesSource final : public ClusterSource {
 public:
  JsonLinesSource(base::LineReader lines, ReadOptions options, ShareRead share_read)
      : lines_(std::move(lines)),
        options_(std::move(options)),
        share_read_(std::move(share_read)) {}

  std::optional<double> share_read() const override {
    return share_read_ ? share_read_() : std::nullopt;
  }

  base::Result<bool> next(Cluster& cluster) override {
    while (true) {
      const auto line = lines_.next();
      if (!line) return std::unexpected(line.error());
      if (!*line) return false;
      if ((*line)->text.find_first_not_of(" \t") == std::string_view::npos) continue;
      auto read =
          (*line)->too_long
              ? base::fail(fmt::format("the line has more than {} bytes", kMaxJsonLineBytes))
              : parse_cluster((*line)->text, expressions_);
      if (read) {
        cluster = std::move(*read);
        return true;
      }
      const base::Error error{
          fmt::format("{}:{}: {}", lines_.name(), (*line)->number, read.error().message),
          {},
          read.error().hint};
      if (!options_.on_broken) return std::unexpected(error);
      options_.on_broken(error);
    }
  }

 private:
  base::LineReader lines_;
  ReadOptions options_;
  ShareRead share_read_;
  ExpressionLine expressions_;
};

}  // namespace

void append_json_line(const Cluster& cluster, std::string& out) {
  fmt::format_to(std::back_inserter(out), R"({{"id": {}, "origin": )", cluster.id);
  append_string(cluster.origin, out);
  fmt::format_to(std::back_inserter(out), R"(, "fingerprint": "{}", "available": )",
                 cluster.fingerprint.hex());
  append_string(cluster.available, out);
  out += ", \"members\": [";
  for (std::size_t i = 0; i < cluster.members.size(); ++i) {
    if (i > 0) out += ", ";
    append_member(cluster.members[i], out);
  }
  out += "]}\n";
}

base::Result<Cluster> read_json_cluster(std::string_view line) {
  ExpressionLine expressions;
  return parse_cluster(line, expressions);
}

std::unique_ptr<ClusterSource> read_json_lines(base::LineReader lines, const ReadOptions& options,
                                               ShareRead share_read) {
  return std::make_unique<JsonLinesSource>(std::move(lines), options, std::move(share_read));
}

}  // namespace noether::egen
