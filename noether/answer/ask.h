// Decides how a question is answered. No other place decides this.
//   compute   A sure computation is the whole answer: it needs no documents.
//   generate  A generator, if there is one, writes. If it fails or takes too long, the answer is
//             extracted.
//   extract   The answer consists of sentences of documents.
//
// The equations of a generated or extracted answer are checked one by one, and a computation that
// is not sure is offered after the answer. An answer that is less probable than `enough` is not
// given.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "noether/answer/answer.h"
#include "noether/answer/confidence.h"
#include "noether/answer/question.h"
#include "noether/base/error.h"
#include "noether/search/is_over.h"

namespace noether::answer {

enum class How : std::uint8_t { Extract, Compute, Generate, All };
inline constexpr std::string_view kHowNames[] = {"extract", "compute", "generate", "all"};
// Returns nothing for an unknown name.
std::optional<How> how_named(std::string_view name);

// Opens an answerer when it is needed, which may take time and fail. The answerer must outlive the
// call of `ask`.
using OpenAnswerer = std::function<base::Result<Answerer*>()>;
struct Answerers {
  OpenAnswerer extractor;
  OpenAnswerer generator = {};     // if empty, nothing is written
  bool generator_is_busy = false;  // the generator is not asked, and a remark says so
};

// The share of the time until the deadline that a generator may take before an answer is extracted
// instead. This leaves 3 of the usual 10 seconds: extraction takes half a second on a slow machine,
// and the checks of equations may take the rest.
inline constexpr double kGeneratorShare = 0.7;
// The share if no answer can be extracted instead: the text written by then is still sent and
// checked.
inline constexpr double kGeneratorShareAlone = 0.9;

struct AskOptions {
  How how = How::All;
  std::size_t limit = AnswerOptions().limit;  // Unicode characters
  double enough = kEnough;                    // the least confidence of an answer that is given
  bool checks = true;                         // whether the equations of an answer are checked
  search::IsOver is_over = {};
  // The latest time at which `is_over` becomes true, if known.
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
};

// Receives an answer while it is made. Its sentences do not change, unless the answer is withdrawn
// or another one begins.
class AskListener {
 public:
  virtual ~AskListener() = default;
  // Called first, unless a computation that is sure has understood every formula.
  virtual void warning(const FormulaWarning& /*warning*/) {}
  // Called when the method of the answer, its confidence and the reasons are known; for an answer
  // that is being written, the confidence of the text so far.
  virtual void begins(const Answer& /*answer*/) {}
  virtual void sentence(const Answer& /*so_far*/, std::size_t /*sentence*/) {}
  virtual void note(const Answer& /*answer*/, std::size_t /*sentence*/, const Note& /*note*/) {}
  // The answer so far is withdrawn, because it is not likely enough.
  virtual void withdrawn(const Answer& /*answer*/) {}
  // Called with a computation that may answer the question, after an answer.
  virtual void offers(const Answer& /*computed*/) {}
  virtual void remark(const Remark& /*remark*/) {}
};

struct Asked {
  // The best answer, followed by an offered computation. Empty if none is likely enough.
  std::vector<Answer> answers;
  std::vector<Remark> remarks;  // such as why the generator did not write
  std::vector<FormulaWarning> warnings;
  // The confidence of the most probable answer found, whether or not it is given.
  double confidence = 0;
  std::optional<Way> way;  // nothing when no answer was found
};

// Returns an error when an index or a model cannot be read, or when time is over.
base::Result<Asked> ask(const Question& question, const Answerers& answerers,
                        const AskOptions& options, AskListener& listener);
base::Result<Asked> ask(const Question& question, const Answerers& answerers,
                        const AskOptions& options);

}  // namespace noether::answer
