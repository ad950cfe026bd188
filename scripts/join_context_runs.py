#!/usr/bin/env python3
"""scripts/join_context_runs.py RUN SCORES JUDGEMENTS RERANKED JOINED

Re-ranks the first 200 formulas of each topic of RUN by SCORES, a run of `noether-train score`, and joins
both by score-weighted reciprocal rank fusion (Mansouri, Oard and Zanibbi, CIKM 2022): the sum over both
rankings of s / (60 + rank), with scores s of a topic from 0 to 1 (least to greatest). Formulas after the
first 200 keep their order; in JOINED only the first ranking counts for them. Files may be gzip. The output has
only judged formulas, with their ranks among all, because prime measures ignore others. It always has the first
formula of a topic, so that no topic is missing.
"""

import collections
import gzip
import os
import sys

DEPTH = 200


def opened(path, mode="rt"):
    return (gzip.open if path.endswith(".gz") else open)(path, mode, encoding="utf-8")


def read_run(path):
    topics = collections.defaultdict(dict)
    with opened(path) as lines:
        for line in lines:
            topic, _, formula, _, score, _ = line.split()
            topics[topic][formula] = float(score)
    return topics


def read_judged(path):
    topics = collections.defaultdict(set)
    with opened(path) as lines:
        for line in lines:
            topic, _, formula, _ = line.split()
            topics[topic].add(formula)
    return topics


def ordered(scores):
    """In the order of trec_eval: by descending score, then by descending id."""
    return sorted(scores, key=lambda formula: (scores[formula], formula), reverse=True)


def weighted_ranks(scores):
    low, high = min(scores.values()), max(scores.values())
    width = high - low if high > low else 1
    return {
        formula: (scores[formula] - low) / width / (60 + rank)
        for rank, formula in enumerate(ordered(scores), 1)
    }


def write_run(path, rankings, judged):
    tag = os.path.basename(path).split(".")[0]
    with opened(path, "wt") as out:
        for topic, ranking in rankings.items():
            for rank, formula in enumerate(ranking, 1):
                if rank == 1 or formula in judged[topic]:
                    out.write(f"{topic}\tQ0\t{formula}\t{rank}\t{1 / rank:.6g}\t{tag}\n")


def main():
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    run, contexts, judged = read_run(sys.argv[1]), read_run(sys.argv[2]), read_judged(sys.argv[3])
    reranked, joined = {}, {}
    for topic in judged:
        if topic not in run:
            continue
        original = ordered(run[topic])
        first = {f: contexts[topic][f] for f in original[:DEPTH] if f in contexts[topic]}
        rest = [formula for formula in original if formula not in first]
        reranked[topic] = ordered(first) + rest
        both = collections.Counter(weighted_ranks(run[topic]))
        both.update(weighted_ranks(first) if first else {})
        joined[topic] = ordered(both)
    write_run(sys.argv[4], reranked, judged)
    write_run(sys.argv[5], joined, judged)


if __name__ == "__main__":
    main()
