// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
@_exported import GromaArcade
@_exported import GromaCodecs
@_exported import GromaFeatures
@_exported import GromaGeometry
@_exported import GromaLocation
@_exported import GromaMapping
@_exported import GromaPopups
@_exported import GromaRendering
@_exported import GromaServices
@_exported import GromaStorage
@_exported import GromaView
// What people watch is observable, and sequences of its values come from there.
@_exported import Observation
