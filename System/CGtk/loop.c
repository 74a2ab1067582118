// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
#include "CGtk.h"
#include <sys/eventfd.h>

// Dispatch's hooks for a foreign main loop, the ones CFRunLoop uses.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *);

static gboolean drain(gint descriptor, GIOCondition condition, gpointer data) {
    eventfd_t value;
    // Dispatch only writes it: left unread, the loop would spin.
    eventfd_read(descriptor, &value);
    _dispatch_main_queue_callback_4CF(NULL);
    return G_SOURCE_CONTINUE;
}

guint cgtk_attach_main_queue(int priority) {
    GSource *source = g_unix_fd_source_new(_dispatch_get_main_queue_handle_4CF(), G_IO_IN);
    g_source_set_callback(source, G_SOURCE_FUNC(drain), NULL, NULL);
    g_source_set_priority(source, priority);
    guint id = g_source_attach(source, NULL);
    g_source_unref(source);
    return id;
}

static gboolean once(gpointer data) { return G_SOURCE_REMOVE; }

void cgtk_iterate(guint milliseconds) {
    guint id = g_timeout_add(milliseconds, once, NULL);
    g_main_context_iteration(NULL, TRUE);
    GSource *source = g_main_context_find_source_by_id(NULL, id);
    if (source) g_source_destroy(source);
    for (int left = 64; left > 0 && g_main_context_iteration(NULL, FALSE); left--) {}
}
