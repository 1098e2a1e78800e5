// Debian's header is in a folder that only pkg-config knows, which need not be installed.
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
