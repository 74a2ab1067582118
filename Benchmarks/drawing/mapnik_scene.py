"""One scene drawn by Mapnik in a process of its own; prints the same RESULT line as `groma bench`.

mapnik_scene.py DATA_FOLDER SET BOX STYLE SIZE REPETITIONS [PNG]. Transforming, clipping and culling are inside the measured time,
as they are in ours; both have the coordinates in the map's reference and in memory.
"""
import json
import os
import statistics
import sys
import time

import mapnik

folder, name, box, style, size, repetitions = sys.argv[1:7]
size, repetitions = int(size), int(repetitions)
look = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "scenes.json")))["styles"][style]


def hexadecimal(colour):
    return "#%02x%02x%02x" % tuple(colour)


line = 'stroke="%s" stroke-width="%g"' % (hexadecimal(look["stroke"]), look["width"])
if style == "wide":
    line += ' stroke-linejoin="round" stroke-linecap="round"'
if style == "point":
    symbol = '<MarkersSymbolizer marker-type="ellipse" width="%g" height="%g" fill="%s" %s allow-overlap="true" ignore-placement="true"/>' % (
        look["diameter"], look["diameter"], hexadecimal(look["fill"]), line)
else:
    symbol = ('<PolygonSymbolizer fill="%s"/>' % hexadecimal(look["fill"]) if "fill" in look else "") + "<LineSymbolizer %s/>" % line

began = time.perf_counter()
picture = mapnik.Map(size, size, "epsg:3857")
mapnik.load_map_from_string(
    picture, '<Map srs="epsg:3857" background-color="white"><Style name="s"><Rule>%s</Rule></Style></Map>' % symbol)
picture.resize(size, size)
layer = mapnik.Layer("layer", "epsg:3857")
layer.styles.append("s")
layer.datasource = mapnik.Datasource(type="geojson", file=os.path.join(folder, name + ".geojson"))
picture.layers.append(layer)
picture.zoom_to_box(mapnik.Box2d(*map(float, box.split(","))))
load = time.perf_counter() - began


def frame():
    image = mapnik.Image(size, size)
    wall, cpu = time.perf_counter(), time.process_time()
    mapnik.render(picture, image)
    return time.perf_counter() - wall, time.process_time() - cpu, image


def peak():
    """Megabytes this process has held at most; ru_maxrss would begin with the peak of whoever called it."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:")) / 1024


first = frame()
frames = [frame() for _ in range(repetitions)]
picture_time = load + first[0]
if len(sys.argv) > 7 and sys.argv[7]:
    wall = time.perf_counter()
    first[2].save(sys.argv[7], "png32")
    picture_time += time.perf_counter() - wall
walls, cpus = [f[0] for f in frames or [first]], [f[1] for f in frames or [first]]
print("RESULT " + json.dumps({
    "load_ms": load * 1e3, "first_ms": first[0] * 1e3, "picture_ms": picture_time * 1e3, "render_ms": statistics.median(walls) * 1e3, "min_ms": min(walls) * 1e3,
    "cpu_ms": statistics.median(cpus) * 1e3, "peak_mb": peak()}), flush=True)
os._exit(0)
