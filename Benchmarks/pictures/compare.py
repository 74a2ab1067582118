"""Labels for ten thousand points, and pictures written as PNG beside Cairo on the same pixels."""
import ctypes
import ctypes.util
import json
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(HERE)


def cairo_png(path):
    """Milliseconds of processor time and bytes of Cairo's own PNG writer, the least of seven; None where there is no Cairo."""
    name = ctypes.util.find_library("cairo")
    if name is None:
        return None
    cairo = ctypes.CDLL(name)
    cairo.cairo_image_surface_create_from_png.restype = ctypes.c_void_p
    cairo.cairo_image_surface_create_from_png.argtypes = [ctypes.c_char_p]
    sink = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint)
    cairo.cairo_surface_write_to_png_stream.argtypes = [ctypes.c_void_p, sink, ctypes.c_void_p]
    surface = cairo.cairo_image_surface_create_from_png(path.encode())
    written = []
    take = sink(lambda closure, data, length: written.append(length) or 0)
    least = float("inf")
    for _ in range(7):
        written.clear()
        start = time.process_time()
        cairo.cairo_surface_write_to_png_stream(surface, take, None)
        least = min(least, (time.process_time() - start) * 1e3)
    return least, sum(written)


def main():
    with open(os.path.join(PACKAGE, "Thresholds", "pictures.json")) as file:
        limits = json.load(file)
    build = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--product", "Pictures"]
    built = subprocess.run(build, capture_output=True, text=True)
    if built.returncode:
        sys.exit("compare: the program does not build: " + built.stdout[-500:])
    program = os.path.join(PACKAGE, ".build", "release", "Pictures")
    # A drawn map, not noise: what both are asked to write in earnest.
    picture = os.path.join(PACKAGE, "..", "Documentation", "Pictures", "map.png")
    done = subprocess.run([program, picture], capture_output=True, text=True)
    print(done.stdout, end="")
    if done.returncode:
        sys.exit("compare: Pictures gave no result: " + done.stderr.strip()[-300:])
    missed = []
    for line in done.stdout.splitlines():
        words = line.replace(",", "").split()
        if words[0] == "labels":
            spent = float(words[5])
            if spent > limits["most"]["labels"]:
                missed.append("labels: %.1f ms, at most %g are wanted" % (spent, limits["most"]["labels"]))
        if words[0] == "png":
            rival = cairo_png(picture)
            if rival is None:
                sys.exit("compare: there is no Cairo here to compare with")
            ratio = rival[0] / float(words[4])
            print("  Cairo %.2f ms, %d bytes, ratio %.1f" % (*rival, ratio))
            if ratio < limits["least"]["png"]:
                missed.append("png: %.1f times, at least %g are wanted" % (ratio, limits["least"]["png"]))
    for text in missed:
        print("compare: " + text, file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
