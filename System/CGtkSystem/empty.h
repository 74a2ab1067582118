// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
// The module carries pkg-config flags only; CGtk includes the headers.
