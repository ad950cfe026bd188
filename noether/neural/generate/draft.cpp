#include "noether/neural/generate/draft.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "noether/neural/generate/decoding.h"

namespace noether::neural {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD, for half a character

// Cuts the end that further tokens may change: an incomplete character, or the beginning of a stop
// text.
std::string_view settled(std::string_view text, const std::vector<std::string>& stops) {
  while (text.ends_with(kReplacement)) text.remove_suffix(kReplacement.size());
  std::size_t open = 0;
  for (const std::string& stop : stops) {
    for (std::size_t size = std::min(stop.size() - 1, text.size()); size > open; --size) {
      if (text.ends_with(std::string_view(stop).substr(0, size))) open = size;
    }
  }
  text.remove_suffix(open);
  return text;
}

}  // namespace

base::Result<void> WritingTask::go_on() const {
  if (decoding->is_over && decoding->is_over()) return base::fail("the writing was stopped");
  return {};
}

std::string text_until_stop(const WritingTask& task, std::span<const TokenId> tokens,
                            bool& stopped) {
  std::string text = task.tokenizer->decode(tokens);
  std::size_t first = std::string::npos;
  for (const std::string& stop : task.decoding->stops) first = std::min(first, text.find(stop));
  stopped = first != std::string::npos;
  if (stopped) text.resize(first);
  return text;
}

void Draft::add(const WritingTask& task, TokenId token, double token_log_probability) {
  log_probability += token_log_probability;
  if (token == task.end) {
    end = WritingEnd::EndOfText;
    return;
  }
  tokens.push_back(token);
  bool stopped = false;
  if (!task.decoding->stops.empty()) text_until_stop(task, tokens, stopped);
  if (stopped) {
    end = WritingEnd::Stop;
  } else if (tokens.size() == task.most_tokens) {
    end = WritingEnd::Full;
  }
}

Written Draft::finish(const WritingTask& task) const {
  Written written;
  bool stopped = false;
  written.text = text_until_stop(task, tokens, stopped);
  written.tokens = tokens;
  written.log_probability = log_probability;
  written.counted = counted();
  written.end = end.value_or(WritingEnd::Full);
  return written;
}

base::Result<Written> write_one(const WritingTask& task, const Generator::Listener& listener) {
  const Decoding& decoding = *task.decoding;
  const Transformer& transformer = *task.transformer;
  KeyValueCache cache = transformer.new_cache();
  Transformer::Workspace workspace;
  Draws draws(decoding.seed);
  std::vector<TokenId> all = task.prompt;  // the tokens read and written
  std::span<const TokenId> unread = all;
  Draft draft;
  std::size_t shown = 0;
  while (!draft.end) {
    if (auto on = task.go_on(); !on) return std::unexpected(std::move(on.error()));
    const auto rows = transformer.extend(unread, cache, workspace);
    const auto likely =
        likely_tokens(transformer.heads().next(rows.last(transformer.config().width)), all,
                      decoding, decoding.draws ? transformer.config().vocabulary : 1);
    LikelyToken chosen = likely.front();
    if (decoding.draws) {
      double left = draws.share();
      for (const LikelyToken& one : likely) {
        chosen = one;
        left -= std::exp(one.log_probability);
        if (left < 0) break;
      }
    }
    draft.add(task, chosen.token, chosen.log_probability);
    all.push_back(chosen.token);
    unread = std::span(all).last(1);
    if (!listener) continue;
    bool stopped = false;
    const std::string text = text_until_stop(task, draft.tokens, stopped);
    const std::string_view sure = draft.end ? text : settled(text, decoding.stops);
    if (sure.size() <= shown) continue;
    if (!listener(sure)) break;
    shown = sure.size();
  }
  return draft.finish(task);
}

}  // namespace noether::neural
