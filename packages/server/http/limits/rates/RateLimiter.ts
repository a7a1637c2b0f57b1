import type { RateLimitRule, RateLimits } from '@coffer/schema'
import { tokenIn } from '../../../crypto/jwt.ts'
import type { ApiReply } from '../../../messages/ApiReply.ts'
import type { RequestHead } from '../../../messages/ApiRequest.ts'
import { createLruCache } from '../../../runtime/cache/createLruCache.ts'
import { createAddressList } from '../../../runtime/clients/addressList.ts'
import { networkOf } from '../../../runtime/clients/Client.ts'
import { clientAddress, type IsTrustedProxy } from '../../../runtime/clients/clientAddress.ts'
import { LocalWindows } from './LocalWindows.ts'
import { kindsOf, type LimitedRequest, labelsOf } from './requestLabels.ts'

const maxTokens = 5_000

/** The windows of time in which requests are counted. */
export interface Windows {
  /** Counts a request of an address under a limit. Returns the seconds until the next window; 0 if the request is allowed. */
  take: (rule: RateLimitRule, address: string) => number | Promise<number>
}

interface RateLimiterOptions {
  /** Returns the current limits. */
  limits: () => RateLimits
  isTrustedProxy: IsTrustedProxy
  /** Returns the name of a collection by its id or name; undefined if there is none. */
  nameOf: (idOrName: string) => Promise<string | undefined>
  /** Default: the windows of this server alone. */
  windows?: Windows
}

/** Finds the limit of the first label that has one. The limit of a path that ends with a slash applies to the paths below it. */
function findRule(
  rules: readonly RateLimitRule[],
  labels: readonly string[],
  audience: '@guest' | '@auth',
): RateLimitRule | undefined {
  const applying = rules.filter(rule => rule.audience === '' || rule.audience === audience)
  for (const label of labels) {
    const found =
      applying.find(rule => rule.label === label) ??
      applying.find(rule => rule.label.endsWith('/') && `${label}/`.startsWith(rule.label))
    if (found) return found
  }
  return undefined
}

/** Limits the requests of each address as the settings say. */
export class RateLimiter {
  readonly #options: RateLimiterOptions
  readonly #windows: Windows
  /** Who the last response to a token was for: the main thread verifies no tokens. */
  readonly #requesters = createLruCache<{ kind: 'admin' | 'authRecord' }>(maxTokens)
  readonly #isExcluded = createAddressList(() => this.#options.limits().excludedIPs)

  constructor(options: RateLimiterOptions) {
    this.#options = options
    this.#windows = options.windows ?? new LocalWindows()
  }

  /** Remembers who a token belongs to. A token that has had no response yet counts as a guest's. */
  learn(authorization: string | undefined, requester: ApiReply['auth']): void {
    if (!authorization || !this.#options.limits().enabled) return
    const kind = requester?.kind
    if (kind === 'admin' || kind === 'authRecord') this.#requesters.set(tokenIn(authorization), { kind })
    else this.#requesters.delete(tokenIn(authorization))
  }

  /** Counts a request. Returns the seconds until the client can send it again; 0 if it is allowed now. */
  take(head: RequestHead, request: LimitedRequest): number | Promise<number> {
    const limits = this.#options.limits()
    if (!limits.enabled) return 0
    const requester = this.#requesters.get(tokenIn(head.headers.authorization ?? ''))?.kind
    const address = clientAddress(head, this.#options.isTrustedProxy)
    if (requester === 'admin' || this.#isExcluded(address)) return 0
    const audience = requester === undefined ? '@guest' : '@auth'
    const known = kindsOf(request)
    const count = (collection: string | undefined) => {
      const rule = findRule(limits.rules, labelsOf(request, known?.kinds ?? [], collection), audience)
      return rule ? this.#windows.take(rule, networkOf(address)) : 0
    }
    const { collectionName } = request
    const mustAsk = known && collectionName === undefined && limits.rules.some(({ label }) => /^\w+:/.test(label))
    return mustAsk ? this.#options.nameOf(known.collection).then(name => count(name ?? known.collection)) : count(collectionName)
  }
}
