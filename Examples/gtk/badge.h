/* A widget that shows a badge as Tally presents it: a dot, an icon, a number or nothing. */
#include <gtk/gtk.h>
#include <tally.h>

/* Makes a widget and binds it to a path. It lives as long as `scope`, or as its parent if that is shorter. */
GtkWidget *badge_new(tally_scope *scope, tally_account *account, const char *path);

/* The path that it is bound to. */
const char *badge_path(GtkWidget *badge);

/* How far its centre is from the corner of whatever it is drawn upon. */
void badge_offset(GtkWidget *badge, float *out_x, float *out_y);

/* Writes a line about what is drawn, from the pixels: "PATH KIND TEXT BACKGROUND INK". INK is the number of pixels that
 * have the colour of the text. */
void badge_describe(GtkWidget *badge, FILE *out);
