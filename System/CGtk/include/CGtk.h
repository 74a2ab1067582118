// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
// GTK and libadwaita, and what Swift cannot say to them: signals of any signature, widget classes, macros, varargs.
#pragma once
#include <adwaita.h>
#include <glib-unix.h>

// Signals of any signature through one marshaller. `destroy` is called with `box` when the handler goes.
typedef void (*CGtkSignalFn)(void *box, GValue *result, guint count, const GValue *arguments);
gulong cgtk_connect(void *instance, const char *signal, void *box, CGtkSignalFn fn, GDestroyNotify destroy);

// A widget whose drawing and layout are done by an object that outlives neither its widget nor `cgtk_widget_detach`.
typedef struct {
    void (*snapshot)(void *self, GtkSnapshot *snapshot);
    void (*measure)(void *self, GtkOrientation orientation, int for_size, int *minimum, int *natural);
    void (*size_allocate)(void *self, int width, int height);
} CGtkWidgetTable;
GtkWidget *cgtk_widget_new(const CGtkWidgetTable *table, void *self, GtkAccessibleRole role, gboolean focusable);
void cgtk_widget_detach(void *widget);

// Adds a function called once a frame until it answers false; `destroy` is called with `box` then.
guint cgtk_add_tick(void *widget, void *box, gboolean (*fn)(void *box, gint64 microseconds), GDestroyNotify destroy);

// The main queue of Dispatch, drained by GLib's loop.
guint cgtk_attach_main_queue(int priority);
// Runs what waits in GLib's default context, after waiting at most `milliseconds` for something.
void cgtk_iterate(guint milliseconds);

// Varargs.
void cgtk_set_accessible_text(void *widget, GtkAccessibleProperty property, const char *text);
void cgtk_set_accessible_state(void *widget, GtkAccessibleState state, int value);
// NULL when the widget's accessible label is `text`, else the label it has; to be freed with g_free.
char *cgtk_accessible_label_mismatch(void *widget, const char *text);

// A label that screen readers say by themselves when its text changes.
GtkWidget *cgtk_status_label_new(void);

// The number of a window on an X11 display, 0 on any other.
gulong cgtk_x11_window(void *surface);
// Fixes how many pixels of an X11 display make one of its windows' own; FALSE on any other display.
gboolean cgtk_x11_set_scale(int scale);
// What an X11 display shows of a window: 4 bytes a pixel, blue, green, red and one that says nothing, without gaps. To be freed
// with g_free. NULL on any other display.
guchar *cgtk_x11_read_pixels(void *surface, int *width, int *height);

// Macros.
static inline GType cgtk_type_string(void) { return G_TYPE_STRING; }
static inline GType cgtk_type_int(void) { return G_TYPE_INT; }
static inline gboolean cgtk_is_a(void *object, GType type) { return object && g_type_check_instance_is_a(object, type); }
static inline const char *cgtk_type_name(void *object) { return G_OBJECT_TYPE_NAME(object); }
