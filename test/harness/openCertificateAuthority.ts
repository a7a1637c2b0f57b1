import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { scratchDir } from './scratchDir.ts'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const dayMs = 24 * 60 * 60_000

/** A certificate and its key in files. */
export interface CertificateFiles {
  certificate: string
  key: string
}

interface IssueOptions {
  /** Days from today until the certificate expires. */
  days?: number
}

/** Issues certificates for tests, which clients trust if they trust `ca`. */
export interface CertificateAuthority {
  /** The certificate of the authority as PEM. */
  ca: string
  /** Writes a new certificate for names and its key. Replaces the files of an earlier one. */
  issue: (names: readonly string[], options?: IssueOptions) => Promise<CertificateFiles>
  remove: () => Promise<void>
}

const createKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

const validity = (days: number) => ({
  notBefore: new Date(Date.now() - 2 * dayMs),
  notAfter: new Date(Date.now() + days * dayMs),
})

async function issueFor(names: readonly string[], days: number, issuer: X509Certificate, issuerKeys: webcrypto.CryptoKeyPair) {
  const keys = await createKeys()
  const certificate = await X509CertificateGenerator.create({
    ...validity(days),
    subject: `CN=${names[0]}`,
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: issuerKeys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new SubjectAlternativeNameExtension(
        names.map(value => ({ type: /^[\d.]+$/.test(value) ? ('ip' as const) : ('dns' as const), value })),
      ),
      await AuthorityKeyIdentifierExtension.create(issuer),
    ],
  })
  const key = PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), PemConverter.PrivateKeyTag)
  return { certificate: certificate.toString('pem'), key }
}

/** Creates a certificate authority whose files are in a folder of their own. */
export async function openCertificateAuthority(): Promise<CertificateAuthority> {
  const folder = await mkdtemp(join(scratchDir, 'coffer-authority-'))
  const keys = await createKeys()
  const issuer = await X509CertificateGenerator.createSelfSigned({
    ...validity(30),
    name: 'CN=Coffer test authority',
    keys,
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(true, 1, true)],
  })
  const paths = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
  const replace = async (path: string, text: string) => {
    await writeFile(`${path}.new`, text)
    await rename(`${path}.new`, path)
  }
  return {
    ca: issuer.toString('pem'),
    issue: async (names, { days = 20 } = {}) => {
      const { certificate, key } = await issueFor(names, days, issuer, keys)
      await replace(paths.certificate, certificate)
      await replace(paths.key, key)
      return paths
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
