#!/usr/bin/env python3
"""scripts/random_orders.py QRELS...

Scores random orders of the judged answers: prints the mean over topics of nDCG', MAP' and P'@10, averaged
over 10,000 random orders (seed 1), and the bounds of the middle 95 % of them. As in the experiments on the
small collection, grades of 2 and more are relevant, and topics without a relevant answer are skipped.
"""

import collections
import math
import random
import sys

ORDERS = 10000


def discounted_gain(grades):
    return sum(grade / math.log2(rank + 2) for rank, grade in enumerate(grades))


def average_precision(grades):
    ranks = [rank for rank, grade in enumerate(grades, 1) if grade >= 2]
    return sum(found / rank for found, rank in enumerate(ranks, 1)) / len(ranks)


def precision_at_10(grades):
    return sum(grade >= 2 for grade in grades[:10]) / 10


def judged(path):
    topics = collections.defaultdict(list)
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            topic, _, _, grade = line.split()
            topics[topic].append(int(grade))
    return [grades for grades in topics.values() if max(grades) >= 2]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.splitlines()[0])
    for path in sys.argv[1:]:
        topics = judged(path)
        best = [discounted_gain(sorted(grades, reverse=True)) for grades in topics]
        draw = random.Random(1)
        scores = ([], [], [])
        for _ in range(ORDERS):
            for grades in topics:
                draw.shuffle(grades)
            sums = (
                sum(discounted_gain(grades) / most for grades, most in zip(topics, best)),
                sum(map(average_precision, topics)),
                sum(map(precision_at_10, topics)),
            )
            for means, total in zip(scores, sums):
                means.append(total / len(topics))
        print(f"{path}: {len(topics)} topics, {sum(map(len, topics)) / len(topics):.1f} answers each")
        for name, means in zip(("nDCG'", "MAP'", "P'@10"), scores):
            means.sort()
            low, high = means[ORDERS * 25 // 1000], means[ORDERS * 975 // 1000 - 1]
            print(f"  {name:6} {sum(means) / ORDERS:.3f}  [{low:.3f}, {high:.3f}]")


main()
