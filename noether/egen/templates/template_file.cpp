#include "noether/egen/templates/template_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "noether/algebra/expression/operators.h"
#include "noether/egen/templates/template_pattern.h"

namespace noether::egen {
namespace {

using algebra::Head;
using algebra::Op;

// The maximal nesting depth of sets.
constexpr int kMaxSetDepth = 100;

struct WholeRange {
  std::int64_t first = 0;
  std::int64_t last = 0;
};
// `-3..9`
std::optional<WholeRange> whole_range(std::string_view word) {
  const std::size_t dots = word.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const auto whole = [](std::string_view text, std::int64_t& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
  };
  WholeRange range;
  const bool ok = whole(word.substr(0, dots), range.first) &&
                  whole(word.substr(dots + 2), range.last) && range.first <= range.last;
  return ok ? std::optional(range) : std::nullopt;
}

class BookReader {
 public:
  explicit BookReader(algebra::Vocabulary& vocabulary) : vocabulary_(vocabulary) {
    find_set_ = [this](const TemplateStatement& statement, const TemplateToken& place,
                       std::string_view name) { return find_set(statement, place, name); };
  }

  base::Result<TemplateBook> read(std::span<const TemplateText> texts,
                                  std::span<const TemplateText> library) {
    for (const TemplateText& text : texts) {
      if (auto done = collect(text, false); !done) return std::unexpected(done.error());
    }
    for (const TemplateText& text : library) {
      if (auto done = collect(text, true); !done) return std::unexpected(done.error());
    }
    // Sets that no template uses are read as well, to report their errors.
    for (const TemplateStatement* statement : own_sets_) {
      const auto set = find_set(*statement, statement->name, statement->name.text);
      if (!set) return std::unexpected(set.error());
    }
    for (const TemplateStatement* statement : templates_) {
      if (auto done = read_template(*statement); !done) return std::unexpected(done.error());
    }
    return std::move(book_);
  }

 private:
  using Done = base::Result<void>;
  enum class State : std::uint8_t { Unread, BeingRead, Read };
  struct SetEntry {
    const TemplateStatement* statement = nullptr;
    State state = State::Unread;
    std::uint32_t index = 0;
  };

  Done collect(const TemplateText& text, bool is_library) {
    auto statements = read_statements(text);
    if (!statements) return std::unexpected(statements.error());
    texts_.push_back(*std::move(statements));
    for (const TemplateStatement& statement : texts_.back()) {
      if (statement.is_set) {
        const auto [it, is_new] =
            sets_.emplace(statement.name.text, SetEntry{.statement = &statement});
        if (is_library) continue;
        if (!is_new) return already(statement, "set", *it->second.statement);
        own_sets_.push_back(&statement);
      } else if (!is_library) {
        const std::string key = fmt::format("{}/{}", family_of(statement), statement.name.text);
        const auto [it, is_new] = names_.emplace(key, &statement);
        if (!is_new) return already(statement, "template", *it->second);
        templates_.push_back(&statement);
      }
    }
    return {};
  }
  static std::string family_of(const TemplateStatement& statement) {
    return std::filesystem::path(statement.file).stem().string();
  }
  static std::unexpected<base::Error> already(const TemplateStatement& statement,
                                              std::string_view what,
                                              const TemplateStatement& first) {
    return template_error(statement.file, statement.name,
                          fmt::format("there is already a {} `{}`, at {}:{}", what,
                                      statement.name.text, first.file, first.name.line),
                          "give each a name of its own");
  }

  base::Result<std::uint32_t> find_set(const TemplateStatement& statement,
                                       const TemplateToken& place, std::string_view name) {
    const auto found = sets_.find(name);
    if (found == sets_.end()) {
      return template_error(statement.file, place,
                            fmt::format("there is no set `{}`", name.substr(0, 40)),
                            fmt::format("define it in a line of its own: `set {}: 2 3 5`", name));
    }
    SetEntry& entry = found->second;
    if (entry.state == State::Read) return entry.index;
    if (entry.state == State::BeingRead || depth_ == kMaxSetDepth) {
      return template_error(statement.file, place,
                            entry.state == State::BeingRead
                                ? fmt::format("the set `{}` holds itself", name)
                                : fmt::format("sets nested more than {} deep", kMaxSetDepth));
    }
    entry.state = State::BeingRead;
    ++depth_;
    auto set = read_set(*entry.statement);
    --depth_;
    if (!set) return std::unexpected(set.error());
    entry.state = State::Read;
    entry.index = static_cast<std::uint32_t>(book_.sets.size());
    book_.sets.push_back(*std::move(set));
    return entry.index;
  }

  base::Result<TemplateSet> read_set(const TemplateStatement& statement) {
    TemplateSet set;
    set.name = statement.name.text;
    std::optional<std::uint32_t> arity;
    std::vector<std::uint32_t> without;
    bool removing = false;
    for (std::size_t at = 0; at < statement.words.size();) {
      const TemplateToken word = statement.words[at];
      if (word.text == "without" && !removing) {
        removing = true;
        ++at;
        continue;
      }
      const auto member_arity = read_member(statement, at, removing ? without : set.members);
      if (!member_arity) return std::unexpected(member_arity.error());
      if (arity && *arity != *member_arity) {
        return template_error(
            statement.file, word,
            fmt::format("`{}` takes {} operands, the members before it {}", word.text,
                        *member_arity, *arity),
            "a set holds operators that take the same number of operands, or values");
      }
      arity = *member_arity;
    }
    all_members_ += set.members.size() + without.size();
    std::ranges::sort(without);
    std::erase_if(set.members, [&](std::uint32_t member) {
      return std::ranges::binary_search(without, member);
    });
    if (set.members.empty()) {
      return template_error(statement.file, statement.name,
                            fmt::format("the set `{}` is empty", set.name),
                            "list its members, as in `set number: 2 3 5`, and do not remove all of "
                            "them with `without`");
    }
    set.arity = *arity;
    return finish_set(std::move(set), statement);
  }

  // Appends the members that the words at `at` name; returns the number of their operands.
  base::Result<std::uint32_t> read_member(const TemplateStatement& statement, std::size_t& at,
                                          std::vector<std::uint32_t>& members) {
    const TemplateToken& word = statement.words[at];
    const auto too_many = [&] {
      return template_error(statement.file, word,
                            fmt::format("more than {} members", kMaxSetMembers),
                            "use a smaller range, or more placeholders with smaller sets");
    };
    if (word.text[0] == '?') {
      const auto other = find_set(statement, word, word.text.substr(1));
      if (!other) return std::unexpected(other.error());
      const TemplateSet& set = book_.sets[*other];
      if (members.size() + set.members.size() > kMaxSetMembers) return too_many();
      members.insert(members.end(), set.members.begin(), set.members.end());
      ++at;
      return set.arity;
    }
    if (const auto range = whole_range(word.text)) {
      // Subtracting as unsigned numbers cannot overflow.
      const std::uint64_t steps =
          static_cast<std::uint64_t>(range->last) - static_cast<std::uint64_t>(range->first);
      if (steps >= kMaxSetMembers - members.size()) return too_many();
      for (std::uint64_t i = 0; i <= steps; ++i) {
        const auto value = range->first + static_cast<std::int64_t>(i);
        members.push_back(single(vocabulary_.number(algebra::Rational(value)), 0));
      }
      ++at;
      return 0;
    }
    if (members.size() == kMaxSetMembers) return too_many();
    const auto op = algebra::op_by_name(word.text);
    if (op && algebra::op_arity(*op) > 0) {
      members.push_back(single(Head(*op), algebra::op_arity(*op)));
      ++at;
      return algebra::op_arity(*op);
    }
    if (word.text[0] == '~') {
      return template_error(statement.file, word, "a set holds all members of another, or none",
                            fmt::format("write `?{}`", word.text.substr(1)));
    }
    auto pattern = PatternReader(statement, book_, find_set_, vocabulary_).read(at);
    if (!pattern) return std::unexpected(pattern.error());
    if (pattern->nodes.size() == 1) {
      members.push_back(single(pattern->nodes[0].head, 0));
    } else {
      members.push_back(static_cast<std::uint32_t>(book_.patterns.size()));
      book_.patterns.push_back(*std::move(pattern));
    }
    return 0;
  }

  // A leaf or a single operator is one pattern, however often it is written.
  std::uint32_t single(Head head, std::uint32_t arity) {
    const auto [it, is_new] =
        singles_.emplace(head, static_cast<std::uint32_t>(book_.patterns.size()));
    if (is_new) {
      Pattern pattern;
      pattern.nodes.push_back({.head = head, .arity = arity});
      pattern.tokens = 1;
      book_.patterns.push_back(std::move(pattern));
    }
    return it->second;
  }

  base::Result<TemplateSet> finish_set(TemplateSet set, const TemplateStatement& statement) {
    if (all_members_ > kMaxAllMembers) {
      return template_error(statement.file, statement.name,
                            fmt::format("the sets have more than {} members", kMaxAllMembers));
    }
    std::uint64_t asked = 0;
    std::uint64_t space = 0;
    set.only_variables = true;
    for (const std::uint32_t member : set.members) {
      const Pattern& pattern = book_.patterns[member];
      asked += pattern.asked;
      space += pattern.space;
      set.asked.push_back(asked);
      set.space.push_back(space);
      set.tokens = std::max(set.tokens, pattern.tokens);
      const Pattern::Node& node = pattern.nodes[0];
      set.only_variables &=
          node.slot == Pattern::kNoSlot && node.arity == 0 && node.head.op() == Op::Variable;
      if (space > kMaxSpace) {
        return template_error(statement.file, statement.name, "more than 2^60 expansions",
                              "use smaller sets, or fewer placeholders");
      }
    }
    return set;
  }

  Done read_template(const TemplateStatement& statement) {
    Template made{.name = std::string(statement.name.text),
                  .family = family_of(statement),
                  .file = std::string(statement.file),
                  .line = statement.name.line};
    std::size_t at = 0;
    auto pattern = PatternReader(statement, book_, find_set_, vocabulary_).read(at);
    if (!pattern) return std::unexpected(pattern.error());
    if (auto tags = read_tags(statement, at, made); !tags) return tags;
    asked_ += pattern->asked * made.draws;
    if (asked_ > kMaxExpansions) {
      return template_error(
          statement.file, statement.name,
          fmt::format("more than {} expansions are asked for", kMaxExpansions),
          "write `~set` instead of `?set` where one member, drawn at random, is enough");
    }
    made.pattern = static_cast<std::uint32_t>(book_.patterns.size());
    book_.patterns.push_back(*std::move(pattern));
    book_.templates.push_back(std::move(made));
    return {};
  }

  Done read_tags(const TemplateStatement& statement, std::size_t at, Template& made) {
    for (; at < statement.words.size(); ++at) {
      const TemplateToken& word = statement.words[at];
      if (word.text == "@constant") {
        made.may_be_constant = true;
      } else if (word.text == "@draws" && at + 1 < statement.words.size()) {
        const std::string_view text = statement.words[++at].text;
        const auto [end, error] =
            std::from_chars(text.data(), text.data() + text.size(), made.draws);
        if (error != std::errc() || end != text.data() + text.size() || made.draws == 0 ||
            made.draws > kMaxDraws) {
          return template_error(statement.file, statement.words[at],
                                fmt::format("`@draws` takes a number from 1 to {}", kMaxDraws));
        }
      } else {
        return template_error(
            statement.file, word,
            fmt::format("expected the end of the template, found `{}`", word.text.substr(0, 40)),
            "only @draws N and @constant may follow the expression");
      }
    }
    return {};
  }

  algebra::Vocabulary& vocabulary_;
  FindSet find_set_;
  TemplateBook book_;
  std::vector<std::vector<TemplateStatement>> texts_;
  std::map<std::string_view, SetEntry> sets_;
  std::map<std::string, const TemplateStatement*> names_;
  std::vector<const TemplateStatement*> own_sets_;
  std::vector<const TemplateStatement*> templates_;
  std::map<Head, std::uint32_t> singles_;
  std::size_t all_members_ = 0;
  std::uint64_t asked_ = 0;
  int depth_ = 0;
};

}  // namespace

base::Result<TemplateBook> read_templates(std::span<const TemplateText> texts,
                                          std::span<const TemplateText> library,
                                          algebra::Vocabulary& vocabulary) {
  return BookReader(vocabulary).read(texts, library);
}

}  // namespace noether::egen
