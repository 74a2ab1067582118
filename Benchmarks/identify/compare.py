"""Which of a million parcels a window meets: Groma's tree and crossing tests beside GEOS's STRtree and prepared geometries."""
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy
import shapely

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(HERE)


def rival(folder):
    """Microseconds a question and the parcels found, for each window; GEOS is asked in one call, so that Python costs nothing."""
    vertices = numpy.fromfile(os.path.join(folder, "parcels.f64")).reshape(-1, 13, 2)
    parcels = shapely.polygons(vertices)
    places = numpy.fromfile(os.path.join(folder, "places.f64")).reshape(-1, 2)
    start = time.process_time()
    tree = shapely.STRtree(parcels)
    # The tree is built when it is first asked.
    tree.query(parcels[0])
    print("GEOS build %8.1f ms" % ((time.process_time() - start) * 1e3))
    answers = {}
    for half in (3.0, 100.0):
        windows = shapely.box(*(places - half).T, *(places + half).T)
        times = []
        for _ in range(3):
            # A question begins with an unprepared window each time.
            shapely.destroy_prepared(windows)
            start = time.process_time()
            found = tree.query(windows, predicate="intersects")
            times.append((time.process_time() - start) * 1e6 / len(places))
        answers["%.0f" % (2 * half)] = (min(times), found.shape[1])
    return answers


def main():
    with open(os.path.join(PACKAGE, "Thresholds", "identify.json")) as file:
        least = json.load(file)["least"]
    build = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--product", "Identify"]
    built = subprocess.run(build, capture_output=True, text=True)
    if built.returncode:
        sys.exit("compare: the program does not build: " + built.stdout[-500:])
    program = os.path.join(PACKAGE, ".build", "release", "Identify")
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, folder] + sys.argv[1:], capture_output=True, text=True)
        print(done.stdout, end="")
        if done.returncode:
            sys.exit("compare: Identify gave no result: " + done.stderr.strip()[-300:])
        theirs = rival(folder)
    for line in done.stdout.splitlines():
        words = line.split()
        if words[0] != "window":
            continue
        size, ours, found = words[1], float(words[3]), int(words[7])
        other, count = theirs[size]
        ratio = other / ours
        print("identify window %s m: GEOS %.3f us, ratio %.1f" % (size, other, ratio))
        if found != count:
            missed.append("window %s m: %d parcels found, GEOS finds %d" % (size, found, count))
        if ratio < least[size]:
            missed.append("window %s m: %.1f times, at least %.1f are wanted" % (size, ratio, least[size]))
    for text in missed:
        print("compare: " + text, file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
