"""SymPy on Rubi's integrals: is d/dx of the antiderivative the integrand?

    sympy_rubi.py TIMES.tsv [--limit 5] [--every 1]

TIMES.tsv is what `identities_bench rubi --times` wrote: verdict, CPU seconds and the line of the
integral. Every integral gets --limit seconds of CPU time. SymPy differentiates, subtracts and
simplifies, with all letters positive; what does not simplify to 0 is evaluated at a few points, as
a user would. Prints the verdicts, CPU seconds per integral, and the ratio to ours on the same
integrals; those with unknown functions f'[x] or a choice by version are left out of both.
"""

import argparse
import re
import resource
import signal
import sys

import sympy


def logarithm(*operands):
    return sympy.log(operands[-1]) / (sympy.log(operands[0]) if len(operands) == 2 else 1)


FUNCTIONS = {
    "Sqrt": sympy.sqrt, "Log": logarithm,
    "Exp": sympy.exp, "Sin": sympy.sin, "Cos": sympy.cos, "Tan": sympy.tan, "Cot": sympy.cot,
    "Sec": sympy.sec, "Csc": sympy.csc, "ArcSin": sympy.asin, "ArcCos": sympy.acos,
    "ArcTan": sympy.atan, "ArcCot": sympy.acot, "ArcSec": sympy.asec, "ArcCsc": sympy.acsc,
    "Sinh": sympy.sinh, "Cosh": sympy.cosh, "Tanh": sympy.tanh, "Coth": sympy.coth,
    "Sech": sympy.sech, "Csch": sympy.csch, "ArcSinh": sympy.asinh, "ArcCosh": sympy.acosh,
    "ArcTanh": sympy.atanh, "ArcCoth": sympy.acoth, "ArcSech": sympy.asech,
    "ArcCsch": sympy.acsch, "Abs": sympy.Abs, "Gamma": sympy.gamma, "Expand": lambda a: a,
}
CONSTANTS = {"Pi": sympy.pi, "E": sympy.E, "I": sympy.I}
POINTS = 3


class OutOfTime(Exception):
    pass


def ring(_signal, _frame):
    raise OutOfTime


def read(text):
    """The expression of Mathematica's input form, through Python's own parser."""
    python = re.sub(r"(?<![\w.])(\d+)", r"Integer(\1)", text.replace("^", "**"))
    python = python.replace("[", "(").replace("]", ")")
    names = dict(CONSTANTS, Integer=sympy.Integer)
    for name in set(re.findall(r"[A-Za-z$][\w$]*", text)):
        if name in FUNCTIONS:
            names[name] = FUNCTIONS[name]
        elif name not in names:
            names[name] = sympy.Symbol(name, positive=True)
    return eval(python, {"__builtins__": {}}, names)  # noqa: S307 - a benchmark's own data


def verdict(line):
    integrand, variable, primitive = line.split("\t")
    f = read(integrand)
    derivative = sympy.diff(read(primitive), sympy.Symbol(variable, positive=True))
    difference = derivative - f
    if sympy.simplify(difference) == 0:
        return "proven"
    letters = sorted(difference.free_symbols, key=str)
    for shift in range(POINTS):
        point = {s: sympy.Rational(37 + 11 * i + 17 * shift, 53) for i, s in enumerate(letters)}
        value = sympy.Abs(difference.subs(point)).evalf(15)
        if not value.is_number or value > sympy.Float("1e-9"):
            return "differs"
    return "agrees"


def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("times")
    parser.add_argument("--limit", type=float, default=5)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    signal.signal(signal.SIGPROF, ring)
    counts, seconds, ours = {}, 0.0, 0.0
    rows = [row.rstrip("\n").split("\t", 2) for row in open(options.times, encoding="utf-8")]
    rows = [row for row in rows if not re.search(r"'|\$|\b[A-Za-z]\[", row[2])][:: options.every]
    for number, (_, our_seconds, line) in enumerate(rows):
        start = cpu()
        try:
            signal.setitimer(signal.ITIMER_PROF, options.limit)
            answer = verdict(line)
        except OutOfTime:
            answer = "out of time"
        except RecursionError:
            answer = "error"
        except Exception as error:  # whatever SymPy raises is its answer
            answer = "error"
            print(f"{type(error).__name__}: {line[:80]}", file=sys.stderr)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        seconds += cpu() - start
        ours += float(our_seconds)
        counts[answer] = counts.get(answer, 0) + 1
        sympy.core.cache.clear_cache()
        if number % 20 == 19:
            print(f"{number + 1}/{len(rows)}", file=sys.stderr)
    holding = 100 * (counts.get("proven", 0) + counts.get("agrees", 0)) / max(1, len(rows))
    print(f"sympy {sympy.__version__} integrals={len(rows)} holding={holding:.1f} "
          f"{' '.join(f'{name}={count}' for name, count in sorted(counts.items()))} "
          f"mean-ms={1e3 * seconds / max(1, len(rows)):.1f}")
    print(f"noether on the same: mean-ms={1e3 * ours / max(1, len(rows)):.3f}")
    print(f"ratio noether/sympy: {seconds / ours:.0f}")


main()
