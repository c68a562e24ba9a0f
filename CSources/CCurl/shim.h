#ifndef CTALLY_CCURL_SHIM_H
#define CTALLY_CCURL_SHIM_H

#include <curl/curl.h>

/* The setters of libcurl are variadic, which Swift cannot call: one inline function an argument type. */

#endif
