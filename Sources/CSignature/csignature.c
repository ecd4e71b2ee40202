#include "csignature.h"
#include <dlfcn.h>
#include <pthread.h>

/* As in gnutls/gnutls.h and gnutls/abstract.h; the test against signatures of the emulator would see a difference. */
typedef struct {
    unsigned char *data;
    unsigned int size;
} Datum;
enum { SIGN_RSA_SHA256 = 6 };

static struct {
    int (*init)(void **key);
    void (*deinit)(void *key);
    int (*import_rsa_raw)(void *key, const Datum *modulus, const Datum *exponent);
    int (*verify_data2)(void *key, int algorithm, unsigned int flags, const Datum *data, const Datum *signature);
} gnutls;
static int loaded;

static void load(void) {
    void *library = dlopen("libgnutls.so.30", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library) return;
    *(void **)&gnutls.init = dlsym(library, "gnutls_pubkey_init");
    *(void **)&gnutls.deinit = dlsym(library, "gnutls_pubkey_deinit");
    *(void **)&gnutls.import_rsa_raw = dlsym(library, "gnutls_pubkey_import_rsa_raw");
    *(void **)&gnutls.verify_data2 = dlsym(library, "gnutls_pubkey_verify_data2");
    loaded = gnutls.init && gnutls.deinit && gnutls.import_rsa_raw && gnutls.verify_data2;
}

int lanyard_verify_rs256(const unsigned char *modulus, size_t modulus_size, const unsigned char *exponent,
                         size_t exponent_size, const unsigned char *message, size_t message_size,
                         const unsigned char *signature, size_t signature_size) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!loaded) return -1;
    const size_t most = 1 << 20;
    if (modulus_size > most || exponent_size > most || message_size > most || signature_size > most) return 0;
    Datum n = {(unsigned char *)modulus, (unsigned int)modulus_size};
    Datum e = {(unsigned char *)exponent, (unsigned int)exponent_size};
    Datum text = {(unsigned char *)message, (unsigned int)message_size};
    Datum mark = {(unsigned char *)signature, (unsigned int)signature_size};
    void *key = NULL;
    if (gnutls.init(&key) < 0) return -1;
    int result = gnutls.import_rsa_raw(key, &n, &e);
    if (result >= 0) result = gnutls.verify_data2(key, SIGN_RSA_SHA256, 0, &text, &mark);
    gnutls.deinit(key);
    return result >= 0;
}
