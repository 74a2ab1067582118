"""Sets of shapes for the drawing comparison, made once from fixed seeds and from data that comes inside Python packages.

Each set is NAME.bin for Groma (layout in Sources/GromaRendering/Benchmark/BenchmarkDataSet.swift) and NAME.geojson, the same
coordinates with two digits, for Mapnik. Everything is in Web Mercator metres, so that no engine projects. views.json holds the
extents: NAME -> view -> [xmin, ymin, xmax, ymax].
"""
import json
import os
import sqlite3
import struct

import numpy as np

EARTH = 6378137.0
WORLD = EARTH * np.pi
PLACE = np.array([-8238000.0, 4970000.0])
POINT, LINE, POLYGON = 1, 2, 3


def write_set(folder, name, kind, features, parts, xy):
    with open(os.path.join(folder, name + ".bin"), "wb") as out:
        head = struct.pack("<4s5I", b"SPB1", kind, len(features) - 1, len(parts) - 1, len(xy), 0)
        body = np.asarray(features, "<u4").tobytes() + np.asarray(parts, "<u4").tobytes()
        out.write(head + body + b"\0" * (-(len(head) + len(body)) % 8))
        out.write(np.ascontiguousarray(xy, "<f8").tobytes())
    write_geojson(os.path.join(folder, name + ".geojson"), kind, list(map(int, features)), list(map(int, parts)), xy)


def write_geojson(path, kind, features, parts, xy):
    texts = ["[%.2f,%.2f]" % (x, y) for x, y in xy.tolist()]
    rings = ["[" + ",".join(texts[a:b]) + "]" for a, b in zip(parts, parts[1:])]

    def geometry(first, end):
        if kind == POINT:
            return '{"type":"Point","coordinates":%s}' % texts[parts[first]]
        if kind == LINE:
            return '{"type":"MultiLineString","coordinates":[%s]}' % ",".join(rings[first:end])
        polygons = []
        for ring in range(first, end):
            p = xy[parts[ring] : parts[ring + 1]]
            turn = np.sum(p[:-1, 0] * p[1:, 1] - p[1:, 0] * p[:-1, 1])
            if turn <= 0 or not polygons:  # clockwise: a shell
                polygons.append([rings[ring]])
            else:
                polygons[-1].append(rings[ring])
        return '{"type":"MultiPolygon","coordinates":[%s]}' % ",".join("[%s]" % ",".join(p) for p in polygons)

    rows = (
        '{"type":"Feature","properties":{"id":%d},"geometry":%s}' % (i, geometry(a, b))
        for i, (a, b) in enumerate(zip(features, features[1:]))
    )
    with open(path, "w") as out:
        out.write('{"type":"FeatureCollection","features":[\n' + ",\n".join(rows) + "\n]}\n")


def parcels(count, seed=7):
    """A street grid of parcels with 5 to 21 vertices, turned and bent so that edges meet pixels at all angles."""
    rng = np.random.default_rng(seed)
    side = int(np.ceil(np.sqrt(count)))
    i = np.arange(count)
    width, height = 20.0, 30.0
    x0 = (i % side) * width + (i % side // 10) * 14.0
    y0 = (i // side) * height + (i // side // 2) * 14.0
    x0, y0 = x0 - x0.max() / 2, y0 - y0.max() / 2
    extra = rng.integers(1, 17, count)
    owner = np.concatenate([np.repeat(i, 4), np.repeat(i, extra)])
    along = np.concatenate([np.tile(np.arange(4.0), count), rng.random(extra.sum()) * 4])
    order = np.lexsort((along, owner))
    owner, along = owner[order], along[order]
    edge = np.minimum(along.astype(int), 3)
    part = along - edge
    cx, cy = np.array([0, 0, 1, 1, 0.0]), np.array([0, 1, 1, 0, 0.0])
    inset = np.where(part == 0, 0.3, 0.3 + rng.random(len(along)) * 0.8)
    x = x0[owner] + inset + (cx[edge] + (cx[edge + 1] - cx[edge]) * part) * (width - 2 * inset)
    y = y0[owner] + inset + (cy[edge] + (cy[edge + 1] - cy[edge]) * part) * (height - 2 * inset)
    starts = np.concatenate([[0], np.cumsum(extra + 5)])
    xy = np.empty((starts[-1], 2))
    at = np.arange(len(along)) + owner
    angle = np.radians(17.0)
    turned = np.stack([x * np.cos(angle) - y * np.sin(angle), x * np.sin(angle) + y * np.cos(angle)], 1)
    bent = turned + 60 * np.sin(turned[:, ::-1] / [900.0, 1100.0]) + PLACE
    xy[at] = bent
    xy[starts[1:] - 1] = xy[starts[:-1]]
    return np.arange(count + 1), starts, xy


def lines(count, box, seed=11):
    """Wandering lines of 10 to 60 vertices."""
    rng = np.random.default_rng(seed)
    length = rng.integers(10, 61, count)
    starts = np.concatenate([[0], np.cumsum(length)])
    total, first = starts[-1], starts[:-1]
    turn, step = rng.normal(0, 0.25, total), rng.random(total) * 18 + 6
    turn[first] = rng.random(count) * 2 * np.pi
    heading = np.cumsum(turn)
    heading -= np.repeat(heading[first] - turn[first], length)
    moves = np.stack([np.cos(heading) * step, np.sin(heading) * step], 1)
    moves[first] = 0
    track = np.cumsum(moves, 0)
    begin = rng.random((count, 2)) * [box[2] - box[0], box[3] - box[1]] + [box[0], box[1]]
    return np.arange(count + 1), starts, track - np.repeat(track[first] - begin, length, 0)


def points(count, box, seed=13):
    """Clusters with a scatter between them."""
    rng = np.random.default_rng(seed)
    centre, spread = rng.random((60, 2)), rng.random(60) * 0.05 + 0.01
    cluster = rng.integers(0, 60, count)
    place = centre[cluster] + rng.normal(0, 1, (count, 2)) * spread[cluster][:, None]
    loose = rng.random(count) < 0.3
    place[loose] = rng.random((loose.sum(), 2))
    place = np.clip(place, 0, 1) * [box[2] - box[0], box[3] - box[1]] + [box[0], box[1]]
    return np.arange(count + 1), np.arange(count + 1), place


def polygons_of(wkb):
    import shapely

    features, parts, rings = [0], [0], []
    for shape in shapely.from_wkb(wkb):
        for polygon in getattr(shape, "geoms", [shape]):
            for number, ring in enumerate([polygon.exterior, *polygon.interiors]):
                xy = np.asarray(ring.coords)[:, :2]
                rings.append(xy[::-1] if ring.is_ccw == (number == 0) else xy)
                parts.append(parts[-1] + len(xy))
        features.append(len(parts) - 1)
    degrees = np.concatenate(rings)
    latitude = np.radians(np.clip(degrees[:, 1], -85.05112878, 85.05112878))
    xy = np.stack([np.radians(degrees[:, 0]), np.log(np.tan(np.pi / 4 + latitude / 2))], 1) * EARTH
    return features, parts, xy


def countries():
    import pyogrio

    path = os.path.join(os.path.dirname(pyogrio.__file__), "tests/fixtures/naturalearth_lowres/naturalearth_lowres.shp")
    return polygons_of(pyogrio.raw.read(path)[2])


def us_counties():
    import bokeh_sampledata

    path = os.path.join(os.path.dirname(bokeh_sampledata.__file__), "_data/geographic_boundaries.db")
    rows = sqlite3.connect(path).execute("select geometry from us_counties order by id").fetchall()
    return polygons_of([row[0] for row in rows])


def town(count):
    half = np.sqrt(count) * 0.5 * 37 * 0.85
    return [PLACE[0] - half, PLACE[1] - half, PLACE[0] + half, PLACE[1] + half]


def inner(box, part):
    x, y, half = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, (box[2] - box[0]) / 2 * part
    return [x - half, y - half, x + half, y + half]


def three_views(box):
    return {"full": box, "mid": inner(box, 0.25), "close": inner(box, 0.0625)}


SETS = {
    "countries": (POLYGON, countries, {"full": [-WORLD, -WORLD, WORLD, WORLD]}),
    "us_counties": (
        POLYGON,
        us_counties,
        {"full": [-13900000, 1350000, -7400000, 7850000], "mid": [-9900000, 3800000, -8400000, 5300000]},
    ),
    "parcels_1k": (POLYGON, lambda: parcels(1000), three_views(town(1000))),
    "parcels_10k": (POLYGON, lambda: parcels(10000), three_views(town(10000))),
    "parcels_100k": (POLYGON, lambda: parcels(100000), three_views(town(100000))),
    "lines_5k": (LINE, lambda: lines(5000, town(100000)), three_views(town(100000))),
    "lines_50k": (LINE, lambda: lines(50000, town(100000)), three_views(town(100000))),
    "points_100k": (POINT, lambda: points(100000, town(100000)), three_views(town(100000))),
}


def make(folder, names):
    """Makes the sets that are not there yet."""
    os.makedirs(folder, exist_ok=True)
    for name in names:
        if not os.path.exists(os.path.join(folder, name + ".complete")):
            print("making", name, flush=True)
            kind, maker, _ = SETS[name]
            write_set(folder, name, kind, *maker())
            open(os.path.join(folder, name + ".complete"), "w").close()
    return {name: {view: [float(v) for v in box] for view, box in SETS[name][2].items()} for name in names}
