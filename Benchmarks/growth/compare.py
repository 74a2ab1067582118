"""From a file to the first picture, what a million points weigh, and how cost grows with what is seen, beside Mapnik.

First pictures: from opening the file to the written PNG by the clock, Groma from Esri JSON with two threads and Mapnik, which has one, from
GeoJSON of the same shapes. Memory: the most a process ever held while it did so with a million points. Growth: full redraws of 1,000 to 1,000,000 parcels at
once, and of a window that always shows about a thousand of them; the first may grow as the parcels do, the second not at all.
"""
import json
import os
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DRAWING = os.path.join(os.path.dirname(HERE), "drawing")
sys.path.insert(0, DRAWING)

import numpy as np

import make_data

SCENES = os.path.join(DRAWING, "scenes.json")
COUNTS = [1_000, 10_000, 100_000, 1_000_000]


def esri_json(path, kind, features, parts, xy):
    """The shapes as a feature set, coordinates with two digits as in the GeoJSON."""
    texts = ["%.2f,%.2f" % (x, y) for x, y in xy.tolist()]
    if kind == make_data.POINT:
        shapes = ('{"x":%s,"y":%s}' % tuple(text.split(",")) for text in texts)
        name = "esriGeometryPoint"
    else:
        rings = ["[" + ",".join("[%s]" % text for text in texts[a:b]) + "]" for a, b in zip(parts, parts[1:])]
        shapes = ('{"rings":[%s]}' % ",".join(rings[a:b]) for a, b in zip(features, features[1:]))
        name = "esriGeometryPolygon"
    rows = ('{"attributes":{"id":%d},"geometry":%s}' % row for row in enumerate(shapes))
    with open(path, "w") as out:
        out.write('{"geometryType":"%s","spatialReference":{"wkid":3857},"fields":[{"name":"id","type":"esriFieldTypeInteger"}],' % name)
        out.write('"features":[\n' + ",\n".join(rows) + "\n]}\n")


def prepare(folder, name, kind, made, forms):
    """Writes the forms of a set that are not there yet."""
    for form, write in forms.items():
        path = os.path.join(folder, name + form)
        if os.path.exists(path + ".complete"):
            continue
        print("making", name + form, flush=True)
        features, parts, xy = made()
        write(path, kind, list(map(int, features)), list(map(int, parts)), xy)
        open(path + ".complete", "w").close()


def binary(path, kind, features, parts, xy):
    with open(path, "wb") as out:
        head = struct.pack("<4s5I", b"SPB1", kind, len(features) - 1, len(parts) - 1, len(xy), 0)
        body = np.asarray(features, "<u4").tobytes() + np.asarray(parts, "<u4").tobytes()
        out.write(head + body + b"\0" * (-(len(head) + len(body)) % 8))
        out.write(np.ascontiguousarray(xy, "<f8").tobytes())


def result(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=900)
    lines = [line for line in done.stdout.splitlines() if line.startswith("RESULT ")]
    if not lines:
        sys.exit("compare: %s gave no result: %s" % (" ".join(command[:2]), done.stderr.strip()[-300:]))
    return json.loads(lines[-1][7:])


def ours(data, box, style, repetitions, threads, *more):
    command = [os.environ["GROMA_BENCH_PROGRAM"], "bench", "--data", data, "--set", "set", "--bbox=" + text(box)]
    return result(command + ["--style", style, "--scenes", SCENES, "--reps", str(repetitions), "--threads", str(threads), *more])


def text(box):
    return ",".join(repr(float(value)) for value in box)


def main():
    folder = os.path.join(os.environ["GROMA_BENCH_FOLDER"], "data")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(os.path.dirname(HERE), "Thresholds", "growth.json")) as file:
        limits = json.load(file)["least"]
    missed = []

    sets = {
        "parcels_100k": (make_data.POLYGON, lambda: make_data.parcels(100_000), make_data.town(100_000), "polygon"),
        "points_1m": (make_data.POINT, lambda: make_data.points(1_000_000, make_data.town(100_000)), make_data.town(100_000), "point"),
    }
    files = {".esri.json": esri_json, ".geojson": make_data.write_geojson}
    print("%-14s %28s %26s" % ("first picture", "Groma, Esri JSON, 2 threads", "Mapnik, GeoJSON"))
    for name, (kind, made, box, style) in sets.items():
        prepare(folder, name, kind, made, files)
        picture = os.path.join(folder, name + ".png")
        mine = [ours(os.path.join(folder, name + ".esri.json"), box, style, 0, 2, "--png", picture) for _ in range(3)]
        mapnik = [sys.executable, os.path.join(DRAWING, "mapnik_scene.py"), folder, name, text(box), style, "1024", "0", picture]
        theirs = [result(mapnik) for _ in range(3)]
        least = [min(run["picture_ms"] for run in runs) for runs in (mine, theirs)]
        peaks = [min(run["peak_mb"] for run in runs) for runs in (mine, theirs)]
        cells = ["%8.0f ms %8.0f MB" % pair for pair in zip(least, peaks)]
        print("%-14s %28s %26s   %.1f times as fast, 1/%.1f of the memory"
              % (name, *cells, least[1] / least[0], peaks[1] / peaks[0]), flush=True)
        if name == "parcels_100k" and least[1] / least[0] < limits["first"]:
            missed.append("first picture: %.1f times, at least %g are wanted" % (least[1] / least[0], limits["first"]))
        if name == "points_1m" and peaks[1] / peaks[0] < limits["memory"]:
            missed.append("memory: 1/%.1f, 1/%g is wanted" % (peaks[1] / peaks[0], limits["memory"]))

    print("%-14s %16s %22s %22s" % ("parcels", "all of them", "microseconds each", "a thousand of them"))
    curve = []
    window = make_data.town(1_000)
    for count in COUNTS:
        name = "growth_%d" % count
        prepare(folder, name, make_data.POLYGON, lambda: make_data.parcels(count), {".bin": binary})
        data = os.path.join(folder, name + ".bin")
        runs = [min(ours(data, box, "polygon", 5, 1)["cpu_ms"] for _ in range(3)) for box in (make_data.town(count), window)]
        curve.append((count, *runs))
        print("%-14d %13.2f ms %19.2f us %19.2f ms" % (count, runs[0], runs[0] * 1e3 / count, runs[1]), flush=True)
    each = [full / count for count, full, _ in curve]
    if any(later > earlier * limits["growth"] for earlier, later in zip(each, each[1:])):
        missed.append("the cost of a parcel grows with their number by more than %g" % limits["growth"])
    # The smallest town is the window itself; in the others it has neighbours.
    few = [seen for _, _, seen in curve[1:]]
    if max(few) > min(few) * limits["growth"]:
        missed.append("a window of a thousand parcels costs more the more there are outside of it: %.2f to %.2f ms" % (min(few), max(few)))
    for line in missed:
        print("compare: " + line, file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
