import { LRUCache } from 'lru-cache'
import { type Claims, readToken, signToken, type TokenOrder, tokenIn } from '../../auth/jwt.ts'
import type { ApiReply } from '../../request/ApiReply.ts'
import type { ApiRequest } from '../../request/ApiRequest.ts'
import { jsonOf } from '../../request/jsonOf.ts'
import type { Stamp, Versions } from '../versions.ts'

/** Characters of all replies that are kept. */
const mostKept = 4 * 1024 * 1024
/** What an entry takes beside its text and its key. */
const overhead = 1000
/** How many questions are remembered whose token was found to be good. */
const mostKnown = 2000

interface Kept {
  reply: ApiReply
  /** The text around the token. */
  before: string
  after: string
  order: TokenOrder
  stamp: Stamp
}

/** A question that was asked before, and the reply to it. */
interface Known {
  kept: Kept
  /** When its token ends, in milliseconds since 1970. */
  until: number
}

type Question = Pick<ApiRequest, 'url' | 'headers'>

/** What tells one question from another: the endpoint, the address, and whose token is shown, which need not be the same one. */
const keyOf = (endpoint: number, url: string, { type, collectionId, id }: Claims): string =>
  JSON.stringify([endpoint, url, type, collectionId, id])

/**
 * Replies that give a new token, for as long as nothing has changed of all else that they stand on. They are kept for the account:
 * whoever shows a valid token of it gets the next one without another thread.
 */
export class KeptRenewals {
  readonly #versions: Versions
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: mostKept,
    sizeCalculation: ({ before, after }, key) => overhead + key.length + before.length + after.length,
  })

  readonly #known = new LRUCache<string, Known>({ max: mostKnown })

  constructor(versions: Versions) {
    this.#versions = versions
  }

  find(endpoint: number, { url, headers }: Question): ApiReply | undefined {
    const { authorization } = headers
    if (authorization === undefined) return undefined
    const question = `${endpoint} ${authorization}\n${url}`
    const known = this.#known.get(question)
    const isGood = known && this.#versions.isCurrent(known.kept.stamp) && Date.now() < known.until
    const kept = isGood ? known.kept : this.#look(endpoint, url, authorization, question)
    return kept && { ...kept.reply, json: `${kept.before}${signToken(kept.order)}${kept.after}` }
  }

  /** The reply for the account whose token it is, if the token is good. */
  #look(endpoint: number, url: string, authorization: string, question: string): Kept | undefined {
    this.#known.delete(question)
    const shown = readToken(tokenIn(authorization))
    if (!shown) return undefined
    const key = keyOf(endpoint, url, shown.claims)
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    if (!this.#versions.isCurrent(kept.stamp)) {
      this.#kept.delete(key)
      return undefined
    }
    if (!shown.isSignedWith(kept.order.key)) return undefined
    const { exp } = shown.claims
    this.#known.set(question, { kept, until: typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY })
    return kept
  }

  /** Keeps a reply if it says what it stands on, and shows the token that it gives. */
  keep(endpoint: number, { url, headers }: Question, { foundation, ...reply }: ApiReply): void {
    if (!foundation?.renewal || reply.json === undefined) return
    const { order, token } = foundation.renewal
    const [before, after, ...more] = jsonOf(reply.json).split(token)
    const shown = readToken(tokenIn(headers.authorization ?? ''))
    if (!shown || before === undefined || after === undefined || more.length > 0) return
    const key = keyOf(endpoint, url, shown.claims)
    this.#kept.set(key, { reply, before, after, order, stamp: foundation.stamp })
  }
}
