import { randomUUID } from 'node:crypto'
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { certificatesFolder } from '../../config/reservedNames.ts'
import { type CertificateFacts, type KeyPair, parseKeyPair } from './parseKeyPair.ts'

/** A failed attempt to get the certificate of a domain. */
interface OrderFailure {
  message: string
  /** What to do about it. */
  advice: string
  /** Number of failures since the last certificate. */
  count: number
  /** Milliseconds since 1970. */
  at: number
  /** The earliest time of the next attempt. */
  nextAttempt: number
}

/** What is known about a domain beside its certificate. */
export interface DomainStatus {
  /** The directory of the authority that issued the certificate. Absent for a certificate from PocketBase. */
  issuedBy?: string | undefined
  failure?: OrderFailure | undefined
}

export type CertificatesStatus = Record<string, DomainStatus>

/** A certificate with its properties. */
export interface CachedCertificate extends CertificateFacts {
  pair: KeyPair
}

const accountFile = 'acme_account+key'
/** The authorities that issued the certificates, by domain. */
const issuersFile = 'issuers.json'
/** The failures since the last certificates, by domain. Users remove this file to order at once. */
const failuresFile = 'failures.json'

/**
 * The folder of the certificates from an authority, with the files of PocketBase 0.22: each has the name of its domain, and contains
 * the key and the certificate. Only the user of the server can read it.
 */
export class CertificateCache {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, certificatesFolder)
  }

  /** Returns the certificate of a domain; undefined if there is none, or if its file is damaged. */
  async read(domain: string): Promise<CachedCertificate | undefined> {
    const text = await this.#readText(domain)
    const key = text && /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----\n?/.exec(text)?.[0]
    if (!key) return undefined
    const pair = { key, cert: text.replace(key, '') }
    try {
      return { ...parseKeyPair(pair), pair }
    } catch {
      return undefined
    }
  }

  write(domain: string, { cert, key }: KeyPair): Promise<void> {
    return this.#writeText(domain, `${key.trim()}\n${cert.trim()}\n`)
  }

  /** Returns the key of the account at the authority. The first call creates it. */
  async accountKey(create: () => Promise<string>): Promise<string> {
    const stored = await this.#readText(accountFile)
    if (stored) return stored
    const key = await create()
    await this.#writeText(accountFile, key)
    return key
  }

  async readStatus(): Promise<CertificatesStatus> {
    const issuers = await this.#readObject<string>(issuersFile)
    const failures = await this.#readObject<OrderFailure>(failuresFile)
    const domains = new Set([...Object.keys(issuers), ...Object.keys(failures)])
    return Object.fromEntries([...domains].map(domain => [domain, { issuedBy: issuers[domain], failure: failures[domain] }]))
  }

  async writeStatus(status: CertificatesStatus): Promise<void> {
    const known = Object.entries(status)
    const issuers = known.map(([domain, { issuedBy }]) => [domain, issuedBy])
    const failures = known.map(([domain, { failure }]) => [domain, failure])
    await this.#writeText(issuersFile, `${JSON.stringify(Object.fromEntries(issuers), null, 2)}\n`)
    await this.#writeText(failuresFile, `${JSON.stringify(Object.fromEntries(failures), null, 2)}\n`)
  }

  /** Reads a JSON object. A damaged file counts as an empty one. */
  async #readObject<T>(name: string): Promise<Record<string, T>> {
    try {
      return { ...JSON.parse((await this.#readText(name)) ?? '{}') }
    } catch {
      return {}
    }
  }

  async #readText(name: string): Promise<string | undefined> {
    return readFile(join(this.#folder, name), 'utf8').catch(() => undefined)
  }

  /** Replaces a file as a whole, so that a crash leaves the old one or the new one. */
  async #writeText(name: string, text: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await chmod(this.#folder, 0o700)
    const path = join(this.#folder, name)
    const temporary = `${path}.${randomUUID()}`
    try {
      const file = await open(temporary, 'wx', 0o600)
      try {
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }
}
