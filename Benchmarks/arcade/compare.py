"""Arcade expressions for many rows by Groma, and the same work as compiled Python expressions, on one core; the ratios between them."""
import json
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(HERE)
# What each expression is in Python, compiled once and evaluated with the row's values.
LABEL = "f['A'] + ' ' + str(f['B']) + ' ' + str(round(f['C'], 1))"
PYTHON = {
    "label": LABEL,
    "feature": LABEL,
    "number": "str(f['C'] * 2 + f['B'] / 3)",
    "choice": "'long' if f['C'] > 800 else 'middle' if f['C'] > 400 else 'short'",
}


def python_rate(text):
    names = ["Main Street", "Mill Lane", "Oak Avenue", "Station Road"]
    rows = [{"A": names[i % 4], "B": i % 300, "C": (i * 7919) % 100003 / 97} for i in range(100000)]
    code, best = compile(text, "expression", "eval"), float("inf")
    for _ in range(5):
        start, size = time.process_time(), 0
        for row in rows:
            size += len(eval(code, {"f": row}))
        best = min(best, time.process_time() - start)
    return len(rows) / best


def main():
    with open(os.path.join(PACKAGE, "Thresholds", "arcade.json")) as file:
        thresholds = json.load(file)
    build = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--product", "Arcade"]
    built = subprocess.run(build, capture_output=True, text=True)
    if built.returncode:
        sys.exit("compare: the program does not build: " + built.stdout[-500:])
    done = subprocess.run([os.path.join(PACKAGE, ".build", "release", "Arcade")], capture_output=True, text=True)
    if done.returncode:
        sys.exit("compare: Arcade gave no result: " + done.stderr.strip()[-300:])
    # Other work on the machine only takes from a rate: the best of all rounds counts, on both sides.
    rivals = {name: max(python_rate(text) for _ in range(3)) for name, text in PYTHON.items()}
    missed = []
    for line in done.stdout.splitlines():
        _, name, rate, _ = line.split()
        rate = float(rate)
        text = "%-7s %10.0f evaluations a second" % (name, rate)
        if name in PYTHON:
            ratio = rate / rivals[name]
            text += ", %.1f times Python's" % ratio
            if ratio < thresholds["least"].get(name, 0):
                missed.append("%s: %.1f times, at least %.1f are wanted" % (name, ratio, thresholds["least"][name]))
        if rate < thresholds["rate"].get(name, 0):
            missed.append("%s: %.0f a second, at least %.0f are wanted" % (name, rate, thresholds["rate"][name]))
        print(text)
    for text in missed:
        print("compare: " + text, file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
