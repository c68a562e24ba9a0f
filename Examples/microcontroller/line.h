/* The bytes on the serial line. To the device: frames, of LINE_BEGIN, a kind, how many bytes follow (two bytes, the
 * lower one first), and these. Snapshots and patches carry their own checksum. From the device: a byte for each. */
#ifndef LINE_H
#define LINE_H

enum { LINE_BEGIN = 0xA5, LINE_MOST_BYTES = 2048 };
enum { LINE_SNAPSHOT = 'S', LINE_PATCH = 'P', LINE_QUIT = 'Q' };
enum { LINE_APPLIED = '+', LINE_REFUSED = '-' };

#endif
