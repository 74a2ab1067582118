// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
#include "CGtk.h"
#ifdef GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>
#endif

typedef struct {
    GClosure base;
    CGtkSignalFn fn;
    GDestroyNotify destroy;
} Handler;

static void marshal(GClosure *closure, GValue *result, guint count, const GValue *arguments, gpointer hint, gpointer data) {
    ((Handler *)closure)->fn(closure->data, result, count, arguments);
}

static void finalize(gpointer data, GClosure *closure) { ((Handler *)closure)->destroy(data); }

gulong cgtk_connect(void *instance, const char *signal, void *box, CGtkSignalFn fn, GDestroyNotify destroy) {
    GClosure *closure = g_closure_new_simple(sizeof(Handler), box);
    ((Handler *)closure)->fn = fn;
    ((Handler *)closure)->destroy = destroy;
    g_closure_set_marshal(closure, marshal);
    g_closure_add_finalize_notifier(closure, box, finalize);
    return g_signal_connect_closure(instance, signal, closure, FALSE);
}

typedef struct {
    void *box;
    gboolean (*fn)(void *box, gint64 microseconds);
    GDestroyNotify destroy;
} Tick;

static gboolean tick(GtkWidget *widget, GdkFrameClock *clock, gpointer data) {
    Tick *t = data;
    return t->fn(t->box, gdk_frame_clock_get_frame_time(clock));
}

static void tick_free(gpointer data) {
    Tick *t = data;
    t->destroy(t->box);
    g_free(t);
}

guint cgtk_add_tick(void *widget, void *box, gboolean (*fn)(void *box, gint64 microseconds), GDestroyNotify destroy) {
    Tick *t = g_new(Tick, 1);
    t->box = box;
    t->fn = fn;
    t->destroy = destroy;
    return gtk_widget_add_tick_callback(widget, tick, t, tick_free);
}

void cgtk_set_accessible_text(void *widget, GtkAccessibleProperty property, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), property, text, -1);
}

void cgtk_set_accessible_state(void *widget, GtkAccessibleState state, int value) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), state, value, -1);
}

char *cgtk_accessible_label_mismatch(void *widget, const char *text) {
    return gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text);
}

gulong cgtk_x11_window(void *surface) {
#ifdef GDK_WINDOWING_X11
    if (GDK_IS_X11_SURFACE(surface)) return gdk_x11_surface_get_xid(surface);
#endif
    return 0;
}
