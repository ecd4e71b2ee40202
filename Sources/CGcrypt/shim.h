#pragma once
#if !__has_include(<gcrypt.h>)
#error "libgcrypt's headers are missing: apt-get install libgcrypt20-dev"
#endif
#define GCRYPT_NO_DEPRECATED 1
#include <gcrypt.h>

/* gcry_control() is variadic, which Swift cannot call. libsecret sets the library up in the same way if it comes first. */
static inline int lanyard_gcrypt_prepare(void) {
    if (gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P)) return 1;
    if (!gcry_check_version("1.8.0")) return 0;
    gcry_control(GCRYCTL_SUSPEND_SECMEM_WARN);
    gcry_control(GCRYCTL_INIT_SECMEM, 16384, 0);
    gcry_control(GCRYCTL_RESUME_SECMEM_WARN);
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    return 1;
}

/* AES-256 in Galois counter mode over `data` in place, key schedule in locked memory. Encrypts and writes the 16 bytes of `tag`,
   or decrypts and checks them; 0 where all went well. */
static inline gcry_error_t lanyard_gcm(int encrypts, const void *key, const void *nonce, const void *header,
                                       size_t header_size, void *data, size_t size, void *tag) {
    gcry_cipher_hd_t cipher;
    gcry_error_t error = gcry_cipher_open(&cipher, GCRY_CIPHER_AES256, GCRY_CIPHER_MODE_GCM, GCRY_CIPHER_SECURE);
    if (error) return error;
    error = gcry_cipher_setkey(cipher, key, 32);
    if (!error) error = gcry_cipher_setiv(cipher, nonce, 12);
    if (!error) error = gcry_cipher_authenticate(cipher, header, header_size);
    if (!error && encrypts) {
        error = gcry_cipher_encrypt(cipher, data, size, NULL, 0);
        if (!error) error = gcry_cipher_gettag(cipher, tag, 16);
    } else if (!error) {
        error = gcry_cipher_decrypt(cipher, data, size, NULL, 0);
        if (!error) error = gcry_cipher_checktag(cipher, tag, 16);
    }
    gcry_cipher_close(cipher);
    return error;
}

/* The SHA-256 digest of `data`, 32 bytes. */
static inline void lanyard_sha256(void *digest, const void *data, size_t size) {
    gcry_md_hash_buffer(GCRY_MD_SHA256, digest, data, size);
}
