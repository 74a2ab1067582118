// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
