#include "noether/text/tex/tex_walker.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "noether/text/tex/tex_stream.h"
#include "noether/text/tex/tex_vocabulary.h"

namespace noether::text {
namespace {

constexpr std::size_t kMaxFormulaBytes = std::size_t{1} << 18;

// The treatment of commands in a formula that draw nothing.
enum class Role : unsigned char {
  Dropped,
  DroppedWithArgument,
  Box,
  Words,
  Diagram,
  TakesOne,
  TakesTwo
};

const Role* role_of(std::string_view command) {
  using enum Role;
  static const std::unordered_map<std::string_view, Role> roles = {
      {"nonumber", Dropped},
      {"notag", Dropped},
      {"noindent", Dropped},
      {"par", Dropped},
      {"centering", Dropped},
      {"allowbreak", Dropped},
      {"displaybreak", Dropped},
      {"nobreak", Dropped},
      {"smallskip", Dropped},
      {"label", DroppedWithArgument},
      {"tag", DroppedWithArgument},
      {"ref", DroppedWithArgument},
      {"eqref", DroppedWithArgument},
      {"cite", DroppedWithArgument},
      {"index", DroppedWithArgument},
      {"footnote", DroppedWithArgument},
      {"vspace", DroppedWithArgument},
      {"intertext", Words},
      {"shortintertext", Words},
      {"raisebox", Box},
      {"scalebox", Box},
      {"rotatebox", Box},
      {"xymatrix", Diagram},
      {"includegraphics", Diagram},
      {"diagram", Diagram},
      {"psfig", Diagram},
      {"epsfig", Diagram},
      {"xy", Diagram},
      {"SelectTips", Diagram},
      {"xygraph", Diagram},
      {"AxiomC", Diagram},
      {"frac", TakesTwo},
      {"dfrac", TakesTwo},
      {"tfrac", TakesTwo},
      {"binom", TakesTwo},
      {"cfrac", TakesTwo},
      {"overset", TakesTwo},
      {"underset", TakesTwo},
      {"stackrel", TakesTwo},
      {"sqrt", TakesOne},
      {"hat", TakesOne},
      {"bar", TakesOne},
      {"tilde", TakesOne},
      {"vec", TakesOne},
      {"dot", TakesOne},
      {"ddot", TakesOne},
      {"check", TakesOne},
      {"breve", TakesOne},
      {"widehat", TakesOne},
      {"widetilde", TakesOne},
      {"overline", TakesOne},
      {"underline", TakesOne},
      {"mathbf", TakesOne},
      {"mathrm", TakesOne},
      {"mathcal", TakesOne},
      {"mathbb", TakesOne},
      {"mathfrak", TakesOne},
      {"boldsymbol", TakesOne},
  };
  const auto it = roles.find(command);
  return it == roles.end() ? nullptr : &it->second;
}

class FormulaGatherer {
 public:
  FormulaGatherer(TexStream& stream, TexFormulaEnd end, std::string_view environment)
      : stream_(stream), end_(end), environment_(environment), writer_(formula_.latex) {}

  TexFormula gather() {
    while (!done_ && formula_.latex.size() < kMaxFormulaBytes) {
      const TexToken token = stream_.take();
      switch (token.kind) {
        case TexKind::Math:
          dollar(token);
          break;
        case TexKind::Command:
          command(token);
          break;
        case TexKind::Open:
          writer_.write(token);
          pending_.push_back(wanted_ > 0 ? wanted_ - 1 : 0);
          wanted_ = 0;
          break;
        case TexKind::Close:
          close(token);
          break;
        case TexKind::Paragraph:
          // A formula between dollar signs reaches the next paragraph only by mistake of the
          // author.
          if (end_ == TexFormulaEnd::Dollar) {
            stream_.push_front(token);
            return std::move(formula_);
          }
          writer_.write(token);
          break;
        case TexKind::Mark:
        case TexKind::End:
          stream_.push_front(token);
          return std::move(formula_);
        case TexKind::Script:
          writer_.write(token);
          wanted_ = 1;
          break;
        case TexKind::Blank:
          writer_.write(token);
          break;
        default:
          argument(token);
      }
    }
    return std::move(formula_);
  }

 private:
  // Writes a run of letters or digits unchanged; each of them may be an argument.
  void argument(const TexToken& token) {
    writer_.write(token);
    const auto used = static_cast<int>(std::min<std::size_t>(token.text.size(), 2));
    wanted_ = wanted_ > used ? wanted_ - used : 0;
  }

  void dollar(const TexToken& token) {
    if (end_ == TexFormulaEnd::Dollar && pending_.empty()) {
      done_ = true;
    } else if (end_ == TexFormulaEnd::TwoDollars && pending_.empty()) {
      const TexToken next = stream_.take();
      if (next.kind != TexKind::Math) stream_.push_front(next);
      done_ = true;
    } else {
      writer_.write(token);
    }
  }

  void close(const TexToken& token) {
    if (pending_.empty()) {
      // The brace closes a group around the formula, so the formula has no delimiter at its end.
      if (end_ == TexFormulaEnd::Dollar) {
        stream_.push_front(token);
        done_ = true;
      }
      return;
    }
    writer_.write(token);
    wanted_ = pending_.back();
    pending_.pop_back();
  }

  void command(const TexToken& token) {
    const std::string_view name = token.text;
    if ((end_ == TexFormulaEnd::Bracket && name == "]") ||
        (end_ == TexFormulaEnd::Parenthesis && name == ")" && pending_.empty())) {
      done_ = true;
      return;
    }
    if (!token.primitive) {
      if (const TexMacro* macro = stream_.macros().macro(name)) {
        // \frac\half2 has \half as its argument, whatever that expands to.
        const bool as_group = wanted_ > 0 && (macro->body.size() != 1 || macro->parameters > 0);
        stream_.expand(*macro, as_group);
        return;
      }
      if (read_tex_definition(token, stream_)) return;
      if (expand_tex_primitive(token, stream_, true)) return;
    }
    if (name == "begin" || name == "end") {
      environment(token);
      return;
    }
    const Role* role = role_of(name);
    if (role == nullptr) {
      writer_.write(token);
      if (wanted_ > 0) --wanted_;
      return;
    }
    TexTokens ignored;
    switch (*role) {
      case Role::Dropped:
        break;
      case Role::DroppedWithArgument:
        stream_.take_star();
        stream_.take_optional(ignored);
        stream_.take_argument(ignored);
        break;
      case Role::Box:
        stream_.take_argument(ignored);
        writer_.write("\\mbox");
        break;
      case Role::Words:
        writer_.write("\\text");
        break;
      case Role::Diagram:
        formula_.diagram = true;
        break;
      case Role::TakesOne:
      case Role::TakesTwo:
        writer_.write(token);
        wanted_ = *role == Role::TakesTwo ? 2 : 1;
        break;
    }
  }

  void environment(const TexToken& token) {
    TexTokens name_tokens;
    stream_.take_argument(name_tokens);
    std::string name;
    TexWriter name_writer(name);
    for (const TexToken& part : name_tokens) name_writer.write(part);
    const bool begins = token.text == "begin";
    if (const TexEnvironment* own = stream_.macros().environment(name)) {
      if (begins) {
        stream_.expand(own->begin, false);
      } else {
        stream_.expand(own->end, false);
      }
      return;
    }
    if (begins) {
      ++nested_;
      formula_.diagram =
          formula_.diagram || tex_environment(name).kind == TexEnvironmentKind::Dropped;
    } else if (nested_ > 0) {
      --nested_;
    } else {
      done_ = true;
      if (end_ == TexFormulaEnd::Environment && name == environment_) return;
      // The end of an environment or group around the formula, whose own end is missing.
      name_tokens.insert(name_tokens.begin(), {token, {TexKind::Open, false, "{"}});
      name_tokens.push_back({TexKind::Close, false, "}"});
      stream_.push_front(name_tokens);
      return;
    }
    writer_.write(token);
    writer_.write("{");
    writer_.write(name);
    writer_.write("}");
  }

  TexStream& stream_;
  TexFormulaEnd end_;
  std::string_view environment_;
  TexFormula formula_;
  TexWriter writer_;
  std::vector<int> pending_;  // for each open brace, the arguments still expected behind it
  int wanted_ = 0;            // arguments that the last command still takes
  int nested_ = 0;            // environments begun inside
  bool done_ = false;
};

}  // namespace

TexFormula read_tex_formula(TexStream& stream, TexFormulaEnd end, std::string_view environment,
                            bool keep_environment) {
  TexFormula formula = FormulaGatherer(stream, end, environment).gather();
  if (keep_environment) {
    // Formulas use the name without "narrow".
    const std::string name(environment.starts_with("narrow") ? environment.substr(6) : environment);
    formula.latex = "\\begin{" + name + "}" + formula.latex + "\\end{" + name + "}";
  }
  return formula;
}

}  // namespace noether::text
