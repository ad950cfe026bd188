// A profile is read line by line: a keyword, then names, then settings as name=number.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "noether/base/keyword_lines.h"
#include "noether/index/analysis/spaces.h"
#include "noether/search/pipeline/profile.h"
#include "noether/search/pipeline/reranker.h"
#include "noether/search/pipeline/source.h"

namespace noether::search {
namespace {

struct Setting {
  std::string_view name;
  double* value;
};

template <typename Kind>
std::string names_of_kinds(std::span<const Kind* const> kinds) {
  std::vector<std::string_view> names;
  for (const Kind* kind : kinds) names.push_back(kind->name);
  return fmt::format("there are {}", fmt::join(names, ", "));
}

constexpr std::array<std::string_view, 1> kWithText = {"about"};

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

class ProfileReader {
 public:
  ProfileReader(Profile& profile, const StageRegistry& stages)
      : profile_(profile), stages_(stages) {}

  base::Result<void> read(std::string_view text) {
    return base::read_keyword_lines(text, kWithText, [this](base::KeywordLine& line) {
      line_ = std::move(line);
      return interpret();
    });
  }

 private:
  static std::unexpected<base::Error> wrong(const std::string& what, std::string hint = {},
                                            base::Span span = {}) {
    return base::fail(what, span, std::move(hint));
  }

  base::Result<void> interpret() {
    const std::string_view keyword = line_.keyword.text;
    if (keyword == "about") {
      if (!profile_.about.empty()) profile_.about += ' ';
      profile_.about += line_.text;
      return {};
    }
    if (keyword == "space") return read_space();
    if (keyword == "query") return read_query();
    if (keyword == "lists") return read_lists();
    if (keyword == "source") return read_source();
    if (keyword == "rerank") return read_reranker();
    if (keyword == "fusion") return read_fusion(profile_.search.fusion);
    if (keyword == "topics") return read_topics();
    if (keyword == "topic-fusion") return read_fusion(profile_.topic_fusion);
    if (keyword == "signal") return read_signal();
    if (keyword == "formula-mode") return read_formula_mode();
    if (keyword == "formula-weights") return read_formula_weights();
    if (keyword == "formula-context") {
      FormulaContext& c = profile_.context;
      return assign({{"formula", &c.formula},
                     {"thread", &c.thread},
                     {"places", &c.places},
                     {"sentence", &c.sentence},
                     {"context", &c.context},
                     {"graph", &c.graph},
                     {"kinds", &c.kinds},
                     {"near", &c.near}});
    }
    if (keyword == "context-fusion") return read_fusion(profile_.context_fusion);
    return wrong(
        fmt::format("'{}' is not a setting of a profile", keyword),
        "there are about, space, query, lists, source, fusion, rerank, topics, "
        "topic-fusion, signal, formula-mode, formula-weights, formula-context and context-fusion",
        line_.keyword.span);
  }

  // Assigns all settings of the line that are numbers.
  base::Result<void> assign(std::span<const Setting> known) const {
    for (const auto& [name, value] : line_.settings) {
      const auto setting = std::ranges::find(known, name.text, &Setting::name);
      if (setting == known.end()) {
        std::vector<std::string_view> names;
        for (const Setting& s : known) names.push_back(s.name);
        return wrong(fmt::format("'{}' is not a setting of {}", name.text, line_.keyword.text),
                     fmt::format("there are {}", fmt::join(names, ", ")), name.span);
      }
      const auto number = number_of(value.text);
      if (!number) return wrong(fmt::format("'{}' is not a number", value.text), {}, value.span);
      *setting->value = *number;
    }
    return {};
  }

  base::Result<void> assign(std::initializer_list<Setting> known) const {
    return assign(std::span(known.begin(), known.size()));
  }

  base::Result<void> expect_names(std::size_t count, std::string_view form) const {
    if (line_.names.size() == count) return {};
    return wrong(fmt::format("{} is written: {}", line_.keyword.text, form));
  }

  // Removes a setting that is a word from the line, and returns it.
  std::optional<std::string> take_word(std::string_view name) {
    const auto found = std::ranges::find(
        line_.settings, name,
        [](const base::KeywordSetting& s) -> std::string_view { return s.name.text; });
    if (found == line_.settings.end()) return std::nullopt;
    std::string value = std::move(found->value.text);
    line_.settings.erase(found);
    return value;
  }

  base::Result<void> read_space() {
    if (auto form = expect_names(1, "space NAME weight=1 model=bm25 k1=1.2 b=0.75"); !form) {
      return form;
    }
    SearchWeights& search = profile_.search;
    SpaceWeight* space = nullptr;
    if (line_.names[0].text == "words") space = &search.words;
    if (line_.names[0].text == "context") space = &search.context;
    if (line_.names[0].text == "comments") space = &search.comments;
    if (line_.names[0].text == "document-tuples") space = &search.document_tuples;
    if (space == nullptr) {
      return wrong(fmt::format("'{}' is not a space of documents", line_.names[0].text),
                   "there are words, context, comments and document-tuples");
    }
    if (const auto model = take_word("model")) {
      if (*model != "bm25" && *model != "tf-idf") {
        return wrong(fmt::format("'{}' is not a model", *model), "there are bm25 and tf-idf");
      }
      space->model = *model == "bm25" ? Model::bm25() : Model::tf_idf();
    }
    return assign({{"weight", &space->weight}, {"k1", &space->model.k1}, {"b", &space->model.b}});
  }

  base::Result<void> read_query() {
    SearchWeights& search = profile_.search;
    return assign(
        {{"tuple-saturation", &search.tuple_saturation}, {"stop-words", &search.stop_words}});
  }

  base::Result<void> read_lists() {
    SearchWeights& search = profile_.search;
    double depth = search.depth;
    double formula_depth = search.formula_depth;
    double most = search.most_formulas;
    std::vector<Setting> known;
    for (SourceChoice& source : search.sources)
      known.push_back({source.kind->name, &source.weight});
    known.insert(known.end(),
                 {{"depth", &depth}, {"formula-depth", &formula_depth}, {"most-formulas", &most}});
    if (auto done = assign(known); !done) return done;
    for (const double count : {depth, formula_depth, most}) {
      if (count < 0 || count > 1e6 || count != std::floor(count)) {
        return wrong("the depths and most-formulas are whole numbers up to 1000000");
      }
    }
    search.depth = static_cast<std::uint32_t>(depth);
    search.formula_depth = static_cast<std::uint32_t>(formula_depth);
    search.most_formulas = static_cast<std::uint32_t>(most);
    return {};
  }

  // An error points at a setting that is not a number or is out of range.
  base::Result<void> set_options(StageOptions& options, std::string_view stage) const {
    for (const auto& [name, value] : line_.settings) {
      auto done = options.set(name.text, value.text);
      if (done) continue;
      return wrong(fmt::format("{}: {}", stage, done.error().message), std::move(done.error().hint),
                   name.span);
    }
    return {};
  }

  // Moves the settings of the line that are options of every stage of its kind into `into`.
  base::Result<void> take_common(std::span<const StageOption> common, StageOptions& into) {
    std::vector<base::KeywordSetting> others;
    for (base::KeywordSetting& setting : line_.settings) {
      if (std::ranges::find(common, setting.name.text, &StageOption::name) == common.end()) {
        others.push_back(std::move(setting));
        continue;
      }
      auto done = into.set(setting.name.text, setting.value.text);
      if (!done) {
        return wrong(done.error().message, std::move(done.error().hint), setting.value.span);
      }
    }
    line_.settings = std::move(others);
    return {};
  }

  base::Result<void> read_source() {
    if (auto form = expect_names(1, "source NAME weight=1 OPTION=VALUE ..."); !form) return form;
    const std::string& name = line_.names[0].text;
    const auto kind = std::ranges::find(stages_.sources, name, &SourceKind::name);
    if (kind == stages_.sources.end()) {
      return wrong(fmt::format("'{}' is not a source of candidates", name),
                   names_of_kinds(stages_.sources), line_.names[0].span);
    }
    static constexpr std::array<StageOption, 1> kCommon = {
        {{.name = "weight", .help = "of its list in the fusion", .value = 1}}};
    StageOptions common(kCommon);
    if (auto done = take_common(kCommon, common); !done) return done;
    SourceChoice choice{*kind, common.number("weight"), StageOptions((*kind)->options)};
    if (auto done = set_options(choice.options, name); !done) return done;
    profile_.search.add(std::move(choice));
    return {};
  }

  base::Result<void> read_reranker() {
    if (auto form = expect_names(1, "rerank NAME first=50 weight=1 budget-ms=0 OPTION=VALUE ...");
        !form) {
      return form;
    }
    const std::string& name = line_.names[0].text;
    const auto kind = std::ranges::find(stages_.rerankers, name, &RerankerKind::name);
    if (kind == stages_.rerankers.end()) {
      return wrong(fmt::format("'{}' is not a re-ranker", name), names_of_kinds(stages_.rerankers),
                   line_.names[0].span);
    }
    StageOptions common(common_reranker_options());
    if (auto done = take_common(common_reranker_options(), common); !done) return done;
    RerankerChoice choice{.kind = *kind,
                          .weight = common.number("weight"),
                          .first = common.whole("first"),
                          .budget_ms = common.number("budget-ms"),
                          .options = StageOptions((*kind)->options)};
    if (auto done = set_options(choice.options, name); !done) return done;
    profile_.search.rerankers.push_back(std::move(choice));
    return {};
  }

  base::Result<void> read_fusion(Fusion& fusion) const {
    if (auto form = expect_names(1, "fusion rrf|weighted-rrf|linear offset=60"); !form) return form;
    const auto method = fusion_by_name(line_.names[0].text);
    if (!method) {
      return wrong(fmt::format("'{}' is not a fusion", line_.names[0].text),
                   "there are rrf, weighted-rrf and linear");
    }
    fusion.method = *method;
    if (auto done = assign({{"offset", &fusion.offset}}); !done) return done;
    // The sum of a rank, which is at least 1, and the offset is then never 0.
    if (fusion.offset < 0) return wrong("an offset is not negative");
    return {};
  }

  base::Result<void> read_topics() {
    if (auto form = expect_names(1, "topics METHOD weight=1"); !form) return form;
    const auto method = topic_method_by_name(line_.names[0].text);
    if (!method) {
      return wrong(fmt::format("'{}' is not a way to rank answers", line_.names[0].text),
                   "there are signals, search, tf-idf-latex, tf-idf-symbols, formula and "
                   "linked-posts");
    }
    if (!has_topics_) profile_.topics.clear();
    has_topics_ = true;
    TopicList& list = profile_.topics.emplace_back(*method);
    return assign({{"weight", &list.weight}});
  }

  base::Result<void> read_signal() {
    if (auto form = expect_names(2, "signal own|question|thread MATTER weight=1"); !form) {
      return form;
    }
    const auto scope = scope_by_name(line_.names[0].text);
    const auto matter = matter_by_name(line_.names[1].text);
    if (!scope || !matter) {
      return wrong(fmt::format("'{} {}' is not a signal", line_.names[0].text, line_.names[1].text),
                   "own, question or thread, then words, tuples, paths, links, duplicates, size, "
                   "late, vectors or cross");
    }
    if (*matter == Signal::Matter::Cross && *scope != Signal::Scope::Own) {
      return wrong("a cross-encoder reads the answer itself", "write `signal own cross`",
                   line_.names[0].span);
    }
    Signal signal{.scope = *scope, .matter = *matter, .spaces = {}};
    if (*matter == Signal::Matter::Words) {
      const std::string listed = take_word("spaces").value_or("words");
      std::string_view spaces = listed;
      while (!spaces.empty()) {
        const std::string_view name = spaces.substr(0, spaces.find(','));
        spaces.remove_prefix(std::min(spaces.size(), name.size() + 1));
        const auto space = index::search_schema().find(name);
        if (!space || *space > index::space::comments) {
          return wrong(fmt::format("'{}' is not a space of words", name),
                       "there are words, context and comments");
        }
        signal.spaces.push_back(*space);
      }
    }
    auto done = assign({{"weight", &signal.weight},
                        {"k1", &signal.k1},
                        {"b", &signal.b},
                        {"title", &signal.title},
                        {"body", &signal.body},
                        {"tags", &signal.tags},
                        {"saturation", &signal.saturation}});
    if (!done) return done;
    profile_.signals.push_back(std::move(signal));
    return {};
  }

  base::Result<void> read_formula_mode() {
    const std::string names = fmt::format("{}", fmt::join(formula_mode_names(), ", "));
    if (auto form = expect_names(1, "formula-mode " + names); !form) return form;
    const auto mode = formula_mode_by_name(line_.names[0].text);
    if (!mode) {
      return wrong(fmt::format("'{}' is not a way to look for formulas", line_.names[0].text),
                   "there are " + names, line_.names[0].span);
    }
    profile_.search.formula_mode = *mode;
    return assign({});
  }

  base::Result<void> read_formula_weights() {
    if (!has_formula_weights_) profile_.formula_weights = {};
    has_formula_weights_ = true;
    for (const auto& [name, value] : line_.settings) {
      const auto number = number_of(value.text);
      if (!number) return wrong(fmt::format("'{}' is not a number", value.text), {}, value.span);
      const auto* const at = std::ranges::find(kFormulaFeatureNames, name.text);
      if (at == std::end(kFormulaFeatureNames)) {
        return wrong(fmt::format("'{}' is not a feature of formulas", name.text),
                     fmt::format("there are {}", fmt::join(kFormulaFeatureNames, ", ")), name.span);
      }
      profile_.formula_weights[static_cast<std::size_t>(at - std::begin(kFormulaFeatureNames))] =
          *number;
    }
    return {};
  }

  Profile& profile_;
  const StageRegistry& stages_;
  base::KeywordLine line_;
  bool has_topics_ = false;
  bool has_formula_weights_ = false;
};

}  // namespace

StageRegistry shipped_stages() { return {shipped_sources(), shipped_rerankers()}; }

base::Result<Profile> read_profile(std::string_view text, std::string name,
                                   const StageRegistry& stages) {
  Profile profile;
  profile.name = std::move(name);
  profile.formula_weights = shipped_formula_weights();
  if (auto done = ProfileReader(profile, stages).read(text); !done) {
    base::Error error = std::move(done.error());
    error.message = fmt::format("profile {}, {}", profile.name, error.message);
    return std::unexpected(std::move(error));
  }
  return profile;
}

}  // namespace noether::search
