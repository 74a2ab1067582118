// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
#define _GNU_SOURCE
#include "CGtk.h"
#include <dlfcn.h>
#include <string.h>
#ifdef GDK_WINDOWING_X11
#include <X11/Xutil.h>
#include <gdk/x11/gdkx.h>
#endif

gboolean cgtk_x11_set_scale(int scale) {
#ifdef GDK_WINDOWING_X11
    GdkDisplay *display = gdk_display_get_default();
    if (GDK_IS_X11_DISPLAY(display)) {
        gdk_x11_display_set_surface_scale(display, scale);
        return TRUE;
    }
#endif
    return FALSE;
}

guchar *cgtk_x11_read_pixels(void *surface, int *width, int *height) {
#ifdef GDK_WINDOWING_X11
    if (!GDK_IS_X11_SURFACE(surface)) return NULL;
    // The toolkit has the library open already; linking it here would make it a need of every program.
    XImage *(*get)(Display *, Drawable, int, int, unsigned, unsigned, unsigned long, int);
    *(void **)&get = dlsym(RTLD_DEFAULT, "XGetImage");
    if (!get) return NULL;
    int scale = gdk_surface_get_scale_factor(surface);
    *width = gdk_surface_get_width(surface) * scale;
    *height = gdk_surface_get_height(surface) * scale;
    Display *display = gdk_x11_display_get_xdisplay(gdk_surface_get_display(surface));
    XImage *image = get(display, gdk_x11_surface_get_xid(surface), 0, 0, *width, *height, ~0UL, ZPixmap);
    if (!image) return NULL;
    guchar *pixels = NULL;
    if (image->bits_per_pixel == 32) {
        gsize row = (gsize)*width * 4;
        pixels = g_malloc(row * *height);
        for (int y = 0; y < *height; y++)
            memcpy(pixels + row * y, image->data + (gsize)y * image->bytes_per_line, row);
    }
    image->f.destroy_image(image);
    return pixels;
#else
    return NULL;
#endif
}
