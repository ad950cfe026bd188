// Words that say little about what a text is about: articles, pronouns, prepositions, auxiliary
// verbs. They are kept in the index, but counted as cheap. Words that mathematics needs (all, not,
// no, only, every, if) are among them too: phrases still find them.
#include <algorithm>
#include <array>
#include <string_view>

#include "noether/text/words.h"

namespace noether::text {
namespace {

constexpr auto kStopWords = std::to_array<std::string_view>({
    "a",       "about",  "above",   "after",   "again",   "all",  "also",   "although", "am",
    "an",      "and",    "any",     "are",     "aren't",  "as",   "at",     "be",       "because",
    "been",    "before", "being",   "below",   "between", "both", "but",    "by",       "can",
    "can't",   "cannot", "could",   "did",     "didn't",  "do",   "does",   "doesn't",  "doing",
    "don't",   "during", "each",    "either",  "every",   "for",  "from",   "further",  "had",
    "has",     "hasn't", "have",    "haven't", "having",  "he",   "hence",  "her",      "here",
    "his",     "how",    "however", "i",       "i'd",     "i'll", "i'm",    "i've",     "if",
    "in",      "into",   "is",      "isn't",   "it",      "it's", "its",    "just",     "let",
    "let's",   "may",    "me",      "might",   "more",    "most", "must",   "my",       "neither",
    "no",      "nor",    "not",     "now",     "of",      "on",   "once",   "one",      "only",
    "or",      "other",  "our",     "out",     "over",    "own",  "same",   "she",      "should",
    "since",   "so",     "some",    "such",    "than",    "that", "that's", "the",      "their",
    "them",    "then",   "there",   "there's", "these",   "they", "this",   "those",    "through",
    "thus",    "to",     "too",     "under",   "until",   "up",   "us",     "very",     "was",
    "wasn't",  "we",     "we'll",   "we've",   "were",    "what", "what's", "when",     "where",
    "whether", "which",  "while",   "who",     "whose",   "why",  "will",   "with",     "would",
    "yet",     "you",    "you're",  "your",
});
static_assert(std::ranges::is_sorted(kStopWords));

}  // namespace

bool is_stop_word(std::string_view folded) {
  return std::ranges::binary_search(kStopWords, folded);
}

}  // namespace noether::text
