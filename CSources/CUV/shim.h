#ifndef CTALLY_CUV_SHIM_H
#define CTALLY_CUV_SHIM_H

#include <uv.h>

#endif
