internal import CGnuTLS

/// What a certificate is to say.
struct CertificatePlan {
    /// The name people see.
    var commonName: String
    /// Whether it may sign others.
    var isAuthority = false
    /// Host names it is for; on an authority the names it is restricted to.
    var hosts: [String] = []
    /// Addresses it is for, four bytes each; on an authority the ones it is restricted to.
    var addresses: [[UInt8]] = []
    /// The first second of its life.
    var notBefore: Int64
    /// How many days it lives.
    var days: Int64
    /// A serial number that no other certificate of the issuer has.
    var serial: [UInt8]
}

/// A certificate as PEM text.
struct Certificate: Sendable {
    let pem: String

    /// Makes a certificate for `key`, signed by `issuer`, or by itself.
    init(_ plan: CertificatePlan, key: PrivateKey, issuer: (certificate: Certificate, key: PrivateKey)? = nil) throws {
        pem = try CertificateHandle().use { try Self.fill($0, plan, key, issuer) }
    }

    init(pem: String) { self.pem = pem }

    private static func fill(
        _ crt: gnutls_x509_crt_t,
        _ plan: CertificatePlan,
        _ key: PrivateKey,
        _ issuer: (certificate: Certificate, key: PrivateKey)?
    ) throws -> String {
        try GnuTLSError.check(gnutls_x509_crt_set_version(crt, 3), "set a version")
        try setNames(plan, crt)
        try GnuTLSError.check(gnutls_x509_crt_set_serial(crt, plan.serial, plan.serial.count), "set a serial number")
        gnutls_x509_crt_set_activation_time(crt, Int(plan.notBefore))
        gnutls_x509_crt_set_expiration_time(crt, Int(plan.notBefore + plan.days * 86400))
        var publicKey: gnutls_pubkey_t?
        try GnuTLSError.check(gnutls_pubkey_init(&publicKey), "make room for a key")
        defer { gnutls_pubkey_deinit(publicKey) }
        try GnuTLSError.check(gnutls_pubkey_import_privkey(publicKey, key.handle, 0, 0), "read a public key")
        try GnuTLSError.check(gnutls_x509_crt_set_pubkey(crt, publicKey), "set a public key")
        try setExtensions(plan, crt, publicKey)
        if let issuer {
            try CertificateHandle(pem: issuer.certificate.pem).use { parent in
                try setIssuer(crt, parent)
                try sign(crt, parent, issuer.key)
            }
        } else {
            try sign(crt, crt, key)
        }
        var datum = gnutls_datum_t()
        try GnuTLSError.check(gnutls_x509_crt_export2(crt, GNUTLS_X509_FMT_PEM, &datum), "write a certificate")
        return String(decoding: Datum.take(datum), as: UTF8.self)
    }

    private static func setIssuer(_ crt: gnutls_x509_crt_t, _ parent: gnutls_x509_crt_t) throws {
        var identifier = [UInt8](repeating: 0, count: 64)
        var length = identifier.count
        let code = gnutls_x509_crt_get_subject_key_id(parent, &identifier, &length, nil)
        try GnuTLSError.check(code, "read a key identifier")
        try GnuTLSError.check(gnutls_x509_crt_set_authority_key_id(crt, identifier, length), "set an issuer")
    }

    private static func setNames(_ plan: CertificatePlan, _ crt: gnutls_x509_crt_t) throws {
        for (oid, text) in [("2.5.4.3", plan.commonName), ("2.5.4.10", "Lanyard emulator (throw-away)")] {
            let code = gnutls_x509_crt_set_dn_by_oid(crt, oid, 0, text, UInt32(text.utf8.count))
            try GnuTLSError.check(code, "set a name")
        }
    }

    private static func setExtensions(
        _ plan: CertificatePlan,
        _ crt: gnutls_x509_crt_t,
        _ publicKey: gnutls_pubkey_t?
    ) throws {
        var identifier = [UInt8](repeating: 0, count: 64)
        var length = identifier.count
        try GnuTLSError.check(gnutls_pubkey_get_key_id(publicKey, 0, &identifier, &length), "make a key identifier")
        length = min(length, 20)
        try GnuTLSError.check(gnutls_x509_crt_set_subject_key_id(crt, identifier, length), "set a key identifier")
        if plan.isAuthority {
            try GnuTLSError.check(gnutls_x509_crt_set_basic_constraints(crt, 1, 0), "make an authority")
            try setUsage(crt, UInt32(GNUTLS_KEY_KEY_CERT_SIGN) | UInt32(GNUTLS_KEY_CRL_SIGN))
            try constrain(plan, crt)
        } else {
            try GnuTLSError.check(gnutls_x509_crt_set_basic_constraints(crt, 0, -1), "make a leaf")
            try setUsage(crt, UInt32(GNUTLS_KEY_DIGITAL_SIGNATURE))
            let code = gnutls_x509_crt_set_key_purpose_oid(crt, "1.3.6.1.5.5.7.3.1", 0)
            try GnuTLSError.check(code, "set a purpose")
            try setAlternatives(plan, crt)
        }
    }

    private static func setUsage(_ crt: gnutls_x509_crt_t, _ usage: UInt32) throws {
        try GnuTLSError.check(gnutls_x509_crt_set_key_usage(crt, usage), "set a usage")
    }

    private static func setAlternatives(_ plan: CertificatePlan, _ crt: gnutls_x509_crt_t) throws {
        let append = UInt32(GNUTLS_FSAN_APPEND)
        for host in plan.hosts {
            let code = gnutls_x509_crt_set_subject_alt_name(
                crt,
                GNUTLS_SAN_DNSNAME,
                host,
                UInt32(host.utf8.count),
                append
            )
            try GnuTLSError.check(code, "set a host name")
        }
        for address in plan.addresses {
            let code = gnutls_x509_crt_set_subject_alt_name(
                crt,
                GNUTLS_SAN_IPADDRESS,
                address,
                UInt32(address.count),
                append
            )
            try GnuTLSError.check(code, "set an address")
        }
    }

    /// Restricts an authority, so that a stolen key is of no use for any other host.
    private static func constrain(_ plan: CertificatePlan, _ crt: gnutls_x509_crt_t) throws {
        var constraints: gnutls_x509_name_constraints_t?
        try GnuTLSError.check(gnutls_x509_name_constraints_init(&constraints), "set constraints")
        guard let constraints else { return }
        defer { gnutls_x509_name_constraints_deinit(constraints) }
        for host in plan.hosts {
            try Datum.lend(Array(host.utf8)) { datum in
                let code = gnutls_x509_name_constraints_add_permitted(constraints, GNUTLS_SAN_DNSNAME, &datum)
                try GnuTLSError.check(code, "permit a host name")
            }
        }
        for address in plan.addresses {
            try Datum.lend(address + [255, 255, 255, 255]) { datum in
                let code = gnutls_x509_name_constraints_add_permitted(constraints, GNUTLS_SAN_IPADDRESS, &datum)
                try GnuTLSError.check(code, "permit an address")
            }
        }
        try GnuTLSError.check(gnutls_x509_crt_set_name_constraints(crt, constraints, 1), "set constraints")
    }

    private static func sign(_ crt: gnutls_x509_crt_t, _ issuer: gnutls_x509_crt_t, _ key: PrivateKey) throws {
        let code = gnutls_x509_crt_privkey_sign(crt, issuer, key.handle, GNUTLS_DIG_SHA256, 0)
        try GnuTLSError.check(code, "sign a certificate")
    }
}
