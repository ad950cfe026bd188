#include "noether/server/api/formula_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "noether/base/json_text.h"
#include "noether/base/utf8.h"
#include "noether/formula/formula_io.h"
#include "noether/formula/ids.h"
#include "noether/search/present/match.h"
#include "noether/search/present/snippet.h"
#include "noether/server/api/document_json.h"
#include "noether/server/api/parts.h"

namespace noether::server {
namespace {

using base::JsonObject;

constexpr std::size_t kOccurrenceColumns = 160;

base::Result<void> count_places(const index::IndexReader& index, IndexedFormula& formula) {
  for (const std::uint32_t number : formula.numbers) {
    const auto places = index.places(number);
    if (!places) return std::unexpected(places.error());
    formula.places += places->size();
  }
  return {};
}

}  // namespace

base::Result<std::optional<IndexedFormula>> find_formula(const index::IndexReader& index,
                                                         std::string_view id) {
  const auto digest = base::Digest::from_hex(id);
  if (!digest) return std::nullopt;
  auto numbers = index.find_formulas(index::Identity::Drawing, *digest);
  if (!numbers) return std::unexpected(std::move(numbers.error()));
  if (numbers->empty()) return std::nullopt;
  IndexedFormula formula;
  formula.id = digest->hex();
  formula.numbers = std::move(*numbers);
  const auto stored = index.formula(formula.numbers.front());
  if (!stored) return std::unexpected(stored.error());
  formula.latex = stored->latex;
  if (auto counted = count_places(index, formula); !counted) {
    return std::unexpected(std::move(counted.error()));
  }
  if (formula.places == 0) return std::nullopt;
  return formula;
}

base::Result<IndexedFormula> describe_formula(const index::IndexReader& index,
                                              std::uint32_t formula) {
  auto stored = index.formula(formula);
  if (!stored) return std::unexpected(std::move(stored.error()));
  IndexedFormula described;
  described.id = formula_id(stored->latex);
  described.latex = std::move(stored->latex);
  described.numbers = {formula};
  if (const auto digest = base::Digest::from_hex(described.id)) {
    auto same = index.find_formulas(index::Identity::Drawing, *digest);
    if (!same) return std::unexpected(std::move(same.error()));
    if (std::ranges::find(*same, formula) != same->end()) described.numbers = std::move(*same);
  }
  if (auto counted = count_places(index, described); !counted) {
    return std::unexpected(std::move(counted.error()));
  }
  return described;
}

base::Result<std::vector<index::Place>> places_of(const index::IndexReader& index,
                                                  const IndexedFormula& formula) {
  std::vector<index::Place> all;
  for (const std::uint32_t number : formula.numbers) {
    const auto places = index.places(number);
    if (!places) return std::unexpected(places.error());
    all.insert(all.end(), places->begin(), places->end());
  }
  std::ranges::sort(all);
  return all;
}

base::Result<std::vector<IndexedFormula>> distinct_formulas(const index::IndexReader& index,
                                                            std::span<const std::uint32_t> formulas,
                                                            std::size_t most) {
  std::vector<IndexedFormula> distinct;
  std::unordered_set<std::string> known;
  for (const std::uint32_t number : formulas) {
    if (distinct.size() == most) break;
    auto described = describe_formula(index, number);
    if (!described) return std::unexpected(std::move(described.error()));
    if (described->id.empty() || described->places == 0) continue;
    if (known.insert(described->id).second) distinct.push_back(std::move(*described));
  }
  return distinct;
}

base::Result<std::string> occurrence_json(const index::IndexReader& index,
                                          const index::Place& place) {
  const auto document = index.document(place.document);
  if (!document) return std::unexpected(document.error());
  const base::Span span{place.begin, place.end};
  const std::vector<search::Match> matches = {{.clause = 0,
                                               .field = place.field,
                                               .span = span,
                                               .is_formula = true,
                                               .parts = {span},
                                               .score = 1}};
  const auto link = link_json(index, place.document);
  if (!link) return link;
  JsonObject object;
  object.add("document", *link);
  if (place.field >= document->fields.size()) {
    return object.add_string("field", "").add("snippet", "[]").text();
  }
  // The snippet must come from the field of the place, even if another field matches better.
  text::Document alone;
  alone.fields = {document->fields[place.field]};
  std::vector<search::Match> own = matches;
  own.front().field = 0;
  const search::Snippet snippet = search::best_snippet(alone, own, kOccurrenceColumns);
  object.add_string("field", plain_text(alone.fields.front().name))
      .add("snippet", parts_json(alone.fields.front(), 0, snippet.window, own));
  return object.text();
}

namespace {

using base::json_string;
using base::JsonObject;
using formula::kNoNode;
using formula::LayoutTree;
using formula::NodeId;
using formula::OperatorTree;

// The symbols of a line form a chain in the tree. JSON readers of other languages stop at about a
// thousand levels, and a node takes three.
constexpr std::size_t kDeepestTree = 250;

// For each byte of a text, the number of UTF-16 code units before it.
std::vector<std::uint32_t> units_by_byte(std::string_view text) {
  std::vector<std::uint32_t> units;
  units.reserve(text.size() + 1);
  std::uint32_t count = 0;
  for (const base::CodePoint& point : base::code_points(text)) {
    units.insert(units.end(), point.bytes.size(), count);
    count += point.value >= 0x10000 ? 2 : 1;
  }
  units.push_back(count);
  return units;
}

class TreeWriter {
 public:
  explicit TreeWriter(std::string_view source) : has_source_(!source.empty()) {
    if (has_source_) units_ = units_by_byte(source);
  }

  void layout(const LayoutTree& tree, NodeId id) {
    begin(layout_label(tree, id));
    for (const formula::Relation relation : formula::kRelations) {
      const NodeId child = tree.node(id).link(relation);
      if (child == kNoNode || !has_room()) continue;
      edge(formula::relation_name(relation));
      layout(tree, child);
      out_ += '}';
    }
    end(tree.node(id).source);
  }

  void operators(const OperatorTree& tree, NodeId id) {
    const formula::Op op = tree.op(id);
    const std::string_view label = tree.label(id);
    begin(label.empty() ? formula::op_info(op).name : label);
    std::size_t number = 0;
    for (const NodeId child : tree.children(id)) {
      ++number;
      if (!has_room()) continue;
      edge(std::to_string(number));
      operators(tree, child);
      out_ += '}';
    }
    end(tree.node(id).source);
  }

  std::string take() { return std::move(out_); }
  bool truncated() const { return truncated_; }

 private:
  static std::string layout_label(const LayoutTree& tree, NodeId id) {
    switch (tree.node(id).kind) {
      case formula::SymbolKind::Fraction:
        return "fraction";
      case formula::SymbolKind::Root:
        return "root";
      case formula::SymbolKind::Blank:
        return "blank";
      case formula::SymbolKind::Group: {
        const formula::LayoutNode& node = tree.node(id);
        const std::string fences = fmt::format("{} {}", tree.open_fence(id), tree.close_fence(id));
        if (node.rows > 1 || node.columns > 1) {
          return fmt::format("{} {}×{}", fences, node.rows, node.columns);
        }
        return fences == " " ? "group" : fences;
      }
      default:
        return std::string(tree.label(id));
    }
  }

  bool has_room() {
    if (nodes_ < kMostTreeNodes && depth_ < kDeepestTree) return true;
    truncated_ = true;
    return false;
  }
  void begin(std::string_view label) {
    ++nodes_;
    ++depth_;
    is_first_ = true;
    out_ += "{\"label\": " + json_string(label) + ", \"children\": [";
  }
  void edge(std::string_view name) {
    if (!is_first_) out_ += ", ";
    out_ += "{\"edge\": " + json_string(name) + ", \"node\": ";
  }
  void end(base::Span span) {
    is_first_ = false;
    --depth_;
    out_ += ']';
    if (has_source_ && span.begin < span.end && span.end < units_.size()) {
      out_ += fmt::format(", \"span\": {{\"begin\": {}, \"end\": {}}}", units_[span.begin],
                          units_[span.end]);
    }
    out_ += '}';
  }

  bool has_source_;
  std::vector<std::uint32_t> units_;
  std::string out_;
  std::size_t nodes_ = 0;
  std::size_t depth_ = 0;
  bool is_first_ = true;
  bool truncated_ = false;
};

constexpr std::string_view kNoTree = R"({"label": "", "children": []})";

std::string written(formula::Notation notation, const formula::Formula& formula) {
  std::string text;
  formula::write_formula(notation, formula, text);
  return text;
}

}  // namespace

std::string layout_tree_json(const LayoutTree& tree, std::string_view source, bool& truncated) {
  if (tree.empty()) return std::string(kNoTree);
  TreeWriter writer(source);
  writer.layout(tree, tree.root());
  truncated = truncated || writer.truncated();
  return writer.take();
}

std::string operator_tree_json(const OperatorTree& tree, std::string_view source, bool& truncated) {
  if (tree.empty()) return std::string(kNoTree);
  TreeWriter writer(source);
  writer.operators(tree, tree.root());
  truncated = truncated || writer.truncated();
  return writer.take();
}

void add_formula(const formula::Formula& formula, std::string_view latex, std::string_view source,
                 JsonObject& object) {
  using formula::Notation;
  const std::string id =
      formula.layout.empty() ? std::string() : formula::visual_id(formula.layout).hex();
  bool truncated = false;
  object.add_string_or_null("id", id)
      .add_string("latex", latex)
      .add_string("mathml", written(Notation::MathML, formula))
      .add_string("content_mathml", written(Notation::ContentMathML, formula))
      .add_string("prefix", written(Notation::Prefix, formula))
      .add_string("sexpr", written(Notation::SExpression, formula))
      .add_string("spoken", written(Notation::Spoken, formula))
      .add("layout_tree", layout_tree_json(formula.layout, source, truncated))
      .add("operator_tree", operator_tree_json(formula.operators, source, truncated))
      .add_bool("truncated", truncated);
  std::vector<std::string> warnings;
  for (const base::Error& problem : formula.diagnostics) {
    warnings.push_back(warning_json(problem, source).text());
  }
  object.add("warnings", base::json_array(warnings));
}

}  // namespace noether::server
