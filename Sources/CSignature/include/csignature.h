/* Checks RS256 signatures with GnuTLS, which is loaded on the first call: a token from the cache needs none of it. */
#pragma once
#include <stddef.h>

/* 1: the signature is right, 0: it is not, -1: libgnutls.so.30 or one of its functions is missing. */
int lanyard_verify_rs256(const unsigned char *modulus, size_t modulus_size, const unsigned char *exponent,
                         size_t exponent_size, const unsigned char *message, size_t message_size,
                         const unsigned char *signature, size_t signature_size);
