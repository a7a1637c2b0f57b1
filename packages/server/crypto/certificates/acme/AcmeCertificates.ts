import { createSecureContext, type SecureContext } from 'node:tls'
import { type CachedCertificate, CertificateCache, type DomainStatus } from '../CertificateCache.ts'
import { type KeyPair, parseKeyPair } from '../parseKeyPair.ts'
import { Challenges } from './Challenges.ts'
import { type ExplainedFailure, explainFailure } from './explainFailure.ts'
import { orderCertificate } from './orderCertificate.ts'
import { type RetryPauses, renewalTime, retryPause } from './schedule.ts'
import { loadAcme, withClient } from './withClient.ts'

/** Maximum milliseconds until the due times are compared with the clock again, which can have been changed. */
const maxSleepMs = 60 * 60_000

interface Options {
  dataDir: string
  directoryUrl: string
  /** The names whose certificates are ordered at the start. */
  domains: readonly string[]
  /** The names whose certificates are ordered when a client asks for them. */
  aliases: readonly string[]
  pauses: RetryPauses
  /** Writes to the log. */
  report: (message: string, error?: unknown) => void
}

/** What is known about a name. */
interface Name {
  domain: string
  isAlias: boolean
  certificate?: CachedCertificate
  context?: SecureContext
  status: DomainStatus
  /** The running order. */
  order?: Promise<void> | undefined
  timer?: NodeJS.Timeout
}

const time = (milliseconds: number): string => new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')

/** Orders and renews the certificates of domains from an authority, and chooses among them for each client. */
export class AcmeCertificates {
  readonly challenges = new Challenges()
  readonly #options: Options
  readonly #cache: CertificateCache
  readonly #names = new Map<string, Name>()
  readonly #closing = new AbortController()
  #queue: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
    this.#cache = new CertificateCache(options.dataDir)
  }

  /** Reads the certificates and failures of earlier starts. */
  async open(): Promise<void> {
    const { domains, aliases } = this.#options
    const status = await this.#cache.readStatus()
    for (const domain of [...domains, ...aliases]) {
      const name: Name = { domain, isAlias: aliases.includes(domain), status: status[domain] ?? {} }
      const cached = await this.#cache.read(domain)
      if (cached) this.#use(name, cached)
      this.#names.set(domain, name)
    }
  }

  /** Starts to order and renew. Call it when the ports are open, because the authority connects to them. */
  start(): void {
    for (const name of this.#names.values()) {
      const { failure } = name.status
      if (failure && failure.nextAttempt > Date.now()) {
        const until = time(failure.nextAttempt)
        this.#options.report(`The certificate of ${name.domain} is ordered at ${until}, because the last order failed.`)
      }
      this.#schedule(name)
    }
  }

  /**
   * Returns the certificate for a server name, and waits while its first one is ordered.
   * @returns undefined for other names, and if there is no certificate
   */
  async contextFor(serverName: string): Promise<SecureContext | undefined> {
    const name = this.#names.get(serverName.toLowerCase())
    if (!name) return undefined
    if (!name.context) await (name.order ?? (this.#dueTime(name) <= Date.now() ? this.#order(name) : undefined))
    return name.context
  }

  /** Cancels running orders. */
  async close(): Promise<void> {
    this.#closing.abort()
    for (const { timer } of this.#names.values()) clearTimeout(timer)
    await this.#queue
  }

  #use(name: Name, certificate: CachedCertificate): void {
    name.certificate = certificate
    name.context = createSecureContext(certificate.pair)
  }

  #dueTime({ certificate, status: { issuedBy, failure } }: Name): number {
    const isFromOther = issuedBy !== undefined && issuedBy !== this.#options.directoryUrl
    const due = certificate && !isFromOther ? renewalTime(certificate) : 0
    return Math.max(due, failure?.nextAttempt ?? 0)
  }

  #schedule(name: Name): void {
    // Without a certificate, an alias may have no DNS record. Its order waits for a client that found the server by that name.
    if (this.#closing.signal.aborted || (name.isAlias && !name.certificate)) return
    const wait = Math.max(this.#dueTime(name) - Date.now(), 0)
    clearTimeout(name.timer)
    name.timer = setTimeout(
      () => {
        if (this.#dueTime(name) <= Date.now()) void this.#order(name)
        else this.#schedule(name)
      },
      Math.min(wait, maxSleepMs),
    ).unref()
  }

  /** Orders a certificate after the running orders have finished. */
  #order(name: Name): Promise<void> {
    name.order ??= this.#queue
      .then(() => this.#attempt(name))
      .catch(error => this.#options.report(`The state of the certificate of ${name.domain} cannot be stored.`, error))
      .finally(() => {
        name.order = undefined
        this.#schedule(name)
      })
    this.#queue = name.order
    return name.order
  }

  async #attempt(name: Name): Promise<void> {
    const { directoryUrl } = this.#options
    if (this.#closing.signal.aborted) return
    const message = 'The order has not ended: it is running, or the server stopped during it.'
    // Stored before the attempt, so that a server that crashes and restarts does not order again and again.
    const count = (name.status.failure?.count ?? 0) + 1
    await this.#fail(name, { kind: 'unavailable', message, advice: '' }, count)
    try {
      const key = await this.#cache.accountKey(async () => (await (await loadAcme()).crypto.createPrivateEcdsaKey()).toString())
      const { signal } = this.#closing
      const pair = await withClient({ directoryUrl, accountKey: key, signal }, acme =>
        orderCertificate(acme, this.challenges, name.domain),
      )
      await this.#succeed(name, pair)
    } catch (error) {
      if (this.#closing.signal.aborted) return
      const failure = explainFailure(error, name.domain, directoryUrl)
      await this.#fail(name, failure, count)
      this.#reportFailure(name, failure)
    }
  }

  async #succeed(name: Name, pair: KeyPair): Promise<void> {
    const certificate = { ...parseKeyPair(pair), pair }
    name.status = { issuedBy: this.#options.directoryUrl }
    this.#use(name, certificate)
    this.#options.report(`A certificate for ${name.domain} was issued. It is valid until ${time(certificate.validTo)}.`)
    try {
      await this.#cache.write(name.domain, pair)
      await this.#storeStatus()
    } catch (error) {
      // Another order would not help, and authorities issue few certificates of a domain in a week.
      const advice =
        'It is served until the server stops, and the next start orders another one. Check the disk and the permissions of'
      this.#options.report(`The certificate of ${name.domain} cannot be stored. ${advice} .autocert_cache.`, error)
    }
  }

  async #fail(name: Name, { kind, message, advice, retryAfterMs }: ExplainedFailure, count: number): Promise<void> {
    const nextAttempt = Math.round(Date.now() + retryPause(this.#options.pauses, kind, count, retryAfterMs))
    name.status = { ...name.status, failure: { message, advice, count, at: Date.now(), nextAttempt } }
    await this.#storeStatus()
  }

  #reportFailure({ domain, certificate, status: { failure } }: Name, { message, advice }: ExplainedFailure): void {
    const old = certificate ? `, and the old one, valid until ${time(certificate.validTo)}, is served` : ''
    const next = failure ? ` The next attempt is at ${time(failure.nextAttempt)}.` : ''
    this.#options.report(`No certificate for ${domain} could be ordered${old}.`, new Error(`${message} ${advice}${next}`))
  }

  #storeStatus(): Promise<void> {
    return this.#cache.writeStatus(Object.fromEntries([...this.#names].map(([domain, { status }]) => [domain, status])))
  }
}
