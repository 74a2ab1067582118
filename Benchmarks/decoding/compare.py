"""Feature documents into columns by Groma and by GDAL, side by side, and the ratios between them."""
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(HERE)


def main():
    with open(os.path.join(PACKAGE, "Thresholds", "decoding.json")) as file:
        least = json.load(file)["least"]
    build = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--product", "Decoding"]
    built = subprocess.run(build, capture_output=True, text=True)
    if built.returncode:
        sys.exit("compare: the program does not build: " + built.stdout[-500:])
    program = os.path.join(PACKAGE, ".build", "release", "Decoding")
    environment = dict(os.environ, GROMA_BENCH_PYTHON=sys.executable)
    done = subprocess.run([program] + sys.argv[1:], capture_output=True, text=True, env=environment)
    print(done.stdout, end="")
    if done.returncode:
        sys.exit("compare: Decoding gave no result: " + done.stderr.strip()[-300:])
    document, missed = "", []
    for line in done.stdout.splitlines():
        if line.startswith("decode "):
            document = line.split()[1]
        elif "ratio" in line and document in least:
            ratio = float(line.split()[-1])
            if ratio < least[document]:
                missed.append("%s: %.1f times, at least %.1f are wanted" % (document, ratio, least[document]))
    for text in missed:
        print("compare: " + text, file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
