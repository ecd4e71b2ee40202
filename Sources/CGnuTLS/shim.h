#pragma once
#if !__has_include(<gnutls/gnutls.h>)
#error "GnuTLS's headers are missing: apt-get install libgnutls28-dev"
#endif
#include <gnutls/gnutls.h>
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/x509.h>
#include <gnutls/x509-ext.h>
