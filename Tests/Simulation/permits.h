/* Credentials, and servers that ask to wait: which requests a device may send. */
#ifndef TALLY_SIM_PERMITS_H
#define TALLY_SIM_PERMITS_H

#include <stdint.h>

struct device;
struct request;
struct seat;

/* A server of a feed or of the outbox, as an account of a device knows it. */
typedef struct permit {
    int credential; /* The number of the token; 0: none. */
    int waits; /* Requests had a credential, which was forgotten: there are none until there is another one. */
    int is_doubtful; /* A fault was in the way: it may wait, or have the credential of before. */
    int is_stopped; /* Its server has rejected the credential. */
    int64_t not_before; /* Its server has asked to wait until then, by the true time. */
    int64_t offset;     /* The error of the device's clock then. */
} permit;

/* The request has arrived: fails if the device should not have sent it. Returns whether the server takes the token. */
int permit_is_granted(struct device *d, const struct request *r);
/* The engine has taken a response. */
void permit_took(struct device *d, const struct request *r);
/* The account was logged out: its credentials are forgotten. */
void permit_forget(struct seat *s);
/* So they are in a later run. */
void permit_reopened(struct seat *s);
void permit_logged_in(struct seat *s);
/* The file is another one, or a fault was in the way of what is stored. */
void permit_doubt(struct seat *s);
void permit_removed_feed(struct seat *s, int feed);
/* Gives the device all credentials that the servers want. */
void permit_grant_all(struct seat *s);

#endif
