import { createPrivateKey, X509Certificate } from 'node:crypto'
import { messageOf } from '../../errors/inspectError.ts'

/** A certificate with the certificates that sign it, and its private key, as PEM. */
export interface KeyPair {
  cert: string
  key: string
}

/** The properties of a certificate that decide about its use. */
export interface CertificateFacts {
  /** The names that it is valid for, in lower case, which can begin with `*.`. */
  names: string[]
  /** Milliseconds since 1970. */
  validFrom: number
  validTo: number
  /** Distinguishes it from every other certificate. */
  fingerprint: string
}

function parseCertificate(cert: string): X509Certificate {
  try {
    return new X509Certificate(cert)
  } catch (error) {
    throw new Error(`The certificate is not valid PEM: ${messageOf(error)}.`, { cause: error })
  }
}

function parseKey(key: string) {
  try {
    return createPrivateKey(key)
  } catch {
    const isEncrypted = /ENCRYPTED/.test(key)
    const reason = isEncrypted ? 'is encrypted: store it without a passphrase' : 'is not valid PEM'
    // The error that was caught could quote the key.
    throw new Error(`The key ${reason}.`)
  }
}

const namesOf = ({ subjectAltName = '' }: X509Certificate): string[] =>
  [...subjectAltName.matchAll(/(?:DNS|IP Address):([^,\s]+)/g)].map(([, name = '']) => name.toLowerCase())

/**
 * Checks that a certificate and a key are valid and belong together.
 * @throws Error with a sentence that says what is wrong; it never quotes the key
 */
export function parseKeyPair({ cert, key }: KeyPair): CertificateFacts {
  const certificate = parseCertificate(cert)
  if (!certificate.checkPrivateKey(parseKey(key))) {
    throw new Error(
      'The key does not belong to the certificate. The first certificate of the file must be the one of the server.',
    )
  }
  return {
    names: namesOf(certificate),
    validFrom: certificate.validFromDate.getTime(),
    validTo: certificate.validToDate.getTime(),
    fingerprint: certificate.fingerprint256,
  }
}
