"""Full redraws of the same scenes by Groma and by Mapnik, in turn, and the ratios between them.

Each engine draws each scene in a process of its own, several rounds; the least of the rounds counts, since other work on the machine
only ever adds. One-thread ratios are of processor time; the two-thread ratio is of wall time, against Mapnik's one thread.
"""
import argparse
import json
import math
import os
import re
import subprocess
import sys

import make_data

HERE = os.path.dirname(os.path.abspath(__file__))
SCENES = os.path.join(HERE, "scenes.json")
COLUMNS = {"exact": ("exact", 1, "cpu_ms"), "fast": ("fast", 1, "cpu_ms"), "fast2": ("fast", 2, "min_ms")}


def result(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    lines = [line for line in done.stdout.splitlines() if line.startswith("RESULT ")]
    if not lines:
        sys.exit("compare: %s gave no result: %s" % (" ".join(command[:2]), done.stderr.strip()[-300:]))
    return json.loads(lines[-1][7:])


def measure(data, views, scene, rounds, repetitions, pictures):
    name, view, style, size = scene
    box = ",".join(repr(value) for value in views[name][view])
    label = ".".join(map(str, scene))

    def png(engine):
        return [os.path.join(pictures, "%s.%s.png" % (label, engine))] if pictures else []

    mapnik = [sys.executable, os.path.join(HERE, "mapnik_scene.py"), data, name, box, style, str(size), str(repetitions)]
    best = {}
    for _ in range(rounds):
        found = {"mapnik": result(mapnik + png("mapnik"))}
        for column, (quality, threads, _) in COLUMNS.items():
            command = [os.environ["GROMA_BENCH_PROGRAM"], "bench", "--data", data, "--set", name, "--view", view]
            command += ["--bbox=" + box, "--style", style, "--scenes", SCENES, "--size", str(size)]
            command += ["--reps", str(repetitions), "--quality", quality, "--threads", str(threads)]
            if pictures:
                command += ["--png"] + png(column)
            found[column] = result(command)
        for engine, values in found.items():
            kept = best.setdefault(engine, values)
            for key in ("cpu_ms", "min_ms"):
                kept[key] = min(kept[key], values[key])
    return best


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--scenes", default=".", help="a regular expression on SET.VIEW.STYLE.SIZE")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--repetitions", type=int, default=5)
    options.add_argument("--pictures", help="a folder to write every engine's picture into")
    options = options.parse_args()
    scenes = [scene for scene in json.load(open(SCENES))["scenes"] if re.search(options.scenes, ".".join(map(str, scene)))]
    data = os.path.join(os.environ["GROMA_BENCH_FOLDER"], "data")
    views = make_data.make(data, sorted({scene[0] for scene in scenes}))
    limits = json.load(open(os.path.join(os.path.dirname(HERE), "Thresholds", "drawing.json")))
    if options.pictures:
        os.makedirs(options.pictures, exist_ok=True)

    print("Full redraw, ratio to Mapnik (higher is better); Mapnik in processor milliseconds")
    print("%-32s %9s %22s %22s %24s" % ("scene", "Mapnik", "exact, 1 thread", "fast, 1 thread", "fast, 2 threads (wall)"))
    below, idle, ratios = [], True, {column: [] for column in COLUMNS}
    for scene in scenes:
        label = ".".join(map(str, scene))
        best = measure(data, views, scene, options.rounds, options.repetitions, options.pictures)
        cells = []
        for column, (_, _, key) in COLUMNS.items():
            ratio = best["mapnik"][key] / best[column][key]
            ratios[column].append(ratio)
            least = limits["scenes"].get(label, {}).get(column, limits["least"][column])
            # Two threads need two processors: on a machine busy with other work that column says nothing.
            idle = idle and os.getloadavg()[0] <= os.cpu_count() + 0.5
            if ratio < least and (idle or column != "fast2"):
                below.append("%s %s: %.2f, at least %g" % (label, column, ratio, least))
            cells.append("%8.2f ms %6.2fx%s" % (best[column][key], ratio, " " if ratio >= least else "!"))
        print("%-32s %9.2f %22s %22s %24s" % (label, best["mapnik"]["cpu_ms"], *cells), flush=True)
    # A part of the scenes has a mean of its own, which the limits of all of them do not judge.
    means = {column: math.exp(sum(map(math.log, found)) / len(found)) for column, found in ratios.items() if found}
    print("%-42s %21.2fx %21.2fx %23.2fx" % ("geometric mean", *(means[column] for column in COLUMNS)))
    if options.scenes == ".":
        for column, least in limits["mean"].items():
            if means[column] < least and (idle or column != "fast2"):
                below.append("geometric mean %s: %.2f, at least %g" % (column, means[column], least))
    if not idle:
        print("the machine was busy (load %.1f): the two-thread column is not judged" % os.getloadavg()[0])
    for line in below:
        print("below its threshold:", line)
    sys.exit(1 if below else 0)


main()
