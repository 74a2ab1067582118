// Part of Groma, licensed under the Apache License 2.0; see LICENSE.
#include "CGtk.h"

typedef struct {
    GtkWidget parent;
    const CGtkWidgetTable *table;
    void *self;
} CGtkWidget;
typedef struct {
    GtkWidgetClass parent;
} CGtkWidgetClass;
GType cgtk_widget_get_type(void);
G_DEFINE_TYPE(CGtkWidget, cgtk_widget, GTK_TYPE_WIDGET)

static void snapshot(GtkWidget *widget, GtkSnapshot *target) {
    CGtkWidget *me = (CGtkWidget *)widget;
    if (me->self) me->table->snapshot(me->self, target);
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
        if (!GTK_IS_NATIVE(child)) gtk_widget_snapshot_child(widget, child, target);
}

static void measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
                    int *minimum_baseline, int *natural_baseline) {
    CGtkWidget *me = (CGtkWidget *)widget;
    *minimum = *natural = 0;
    *minimum_baseline = *natural_baseline = -1;
    if (me->self) me->table->measure(me->self, orientation, for_size, minimum, natural);
}

static void size_allocate(GtkWidget *widget, int width, int height, int baseline) {
    CGtkWidget *me = (CGtkWidget *)widget;
    if (me->self) me->table->size_allocate(me->self, width, height);
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child; child = gtk_widget_get_next_sibling(child))
        if (GTK_IS_POPOVER(child)) gtk_popover_present(GTK_POPOVER(child));
}

static void dispose(GObject *object) {
    for (GtkWidget *child; (child = gtk_widget_get_first_child(GTK_WIDGET(object)));) gtk_widget_unparent(child);
    G_OBJECT_CLASS(cgtk_widget_parent_class)->dispose(object);
}

static void cgtk_widget_class_init(CGtkWidgetClass *class) {
    G_OBJECT_CLASS(class)->dispose = dispose;
    GTK_WIDGET_CLASS(class)->snapshot = snapshot;
    GTK_WIDGET_CLASS(class)->measure = measure;
    GTK_WIDGET_CLASS(class)->size_allocate = size_allocate;
    gtk_widget_class_set_css_name(GTK_WIDGET_CLASS(class), "groma");
}

static void cgtk_widget_init(CGtkWidget *me) { gtk_widget_set_overflow(GTK_WIDGET(me), GTK_OVERFLOW_HIDDEN); }

GtkWidget *cgtk_widget_new(const CGtkWidgetTable *table, void *self, GtkAccessibleRole role, gboolean focusable) {
    CGtkWidget *me = g_object_new(cgtk_widget_get_type(), "accessible-role", role, "focusable", focusable, NULL);
    me->table = table;
    me->self = self;
    return GTK_WIDGET(me);
}

GtkWidget *cgtk_status_label_new(void) {
    return g_object_new(GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_STATUS, NULL);
}

void cgtk_widget_detach(void *widget) { ((CGtkWidget *)widget)->self = NULL; }
