import { LRUCache } from 'lru-cache'
import type { Stamp, Versions } from '../../cache/versions.ts'
import { type Claims, readToken, signToken, type TokenOrder, tokenIn } from '../../crypto/jwt.ts'
import type { ApiReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { jsonOf } from '../../messages/jsonOf.ts'

/** Characters of all replies that are kept. */
const mostKept = 4 * 1024 * 1024
/** What an entry takes beside its text and its key. */
const overhead = 1000
/** Characters of all questions that are remembered, each with a token that was found to be good. */
const mostKnown = 2 * 1024 * 1024

interface Kept {
  reply: ApiReply
  /** The text around the token. */
  before: string
  after: string
  order: TokenOrder
  stamp: Stamp
}

/** A question that was asked before. */
interface Known {
  /** Of the reply to it. */
  key: string
  /** What its token is signed with. */
  signedWith: string
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
export class TokenRefreshCache {
  readonly #versions: Versions
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: mostKept,
    sizeCalculation: ({ before, after }, key) => overhead + key.length + before.length + after.length,
  })

  readonly #known = new LRUCache<string, Known>({
    maxSize: mostKnown,
    sizeCalculation: ({ key }, question) => overhead + question.length + key.length,
  })

  constructor(versions: Versions) {
    this.#versions = versions
  }

  find(endpoint: number, { url, headers }: Question): ApiReply | undefined {
    const { authorization } = headers
    if (authorization === undefined) return undefined
    const question = `${endpoint} ${authorization}\n${url}`
    const kept = this.#recall(question) ?? this.#look(endpoint, url, authorization, question)
    return kept && { ...kept.reply, json: `${kept.before}${signToken(kept.order)}${kept.after}` }
  }

  /** The reply to a question that was asked before, as far as its token and the reply still hold. */
  #recall(question: string): Kept | undefined {
    const known = this.#known.get(question)
    if (!known) return undefined
    const kept = this.#current(known.key)
    if (kept?.order.key === known.signedWith && Date.now() < known.until) return kept
    this.#known.delete(question)
    return undefined
  }

  /** The reply for the account whose token it is, if the token is good. */
  #look(endpoint: number, url: string, authorization: string, question: string): Kept | undefined {
    const shown = readToken(tokenIn(authorization))
    if (!shown) return undefined
    const key = keyOf(endpoint, url, shown.claims)
    const kept = this.#current(key)
    if (!kept || !shown.isSignedWith(kept.order.key)) return undefined
    const { exp } = shown.claims
    const until = typeof exp === 'number' ? exp * 1000 : Number.POSITIVE_INFINITY
    this.#known.set(question, { key, signedWith: kept.order.key, until })
    return kept
  }

  #current(key: string): Kept | undefined {
    const kept = this.#kept.get(key)
    if (!kept || this.#versions.isCurrent(kept.stamp)) return kept
    this.#kept.delete(key)
    return undefined
  }

  /** Keeps a reply if it says what it stands on, and shows the token that it gives. */
  keep(endpoint: number, { url, headers }: Question, { dependencies, ...reply }: ApiReply): void {
    if (!dependencies?.renewal || reply.json === undefined) return
    const { order, token } = dependencies.renewal
    const [before, after, ...more] = jsonOf(reply.json).split(token)
    const shown = readToken(tokenIn(headers.authorization ?? ''))
    if (!shown || before === undefined || after === undefined || more.length > 0) return
    const key = keyOf(endpoint, url, shown.claims)
    this.#kept.set(key, { reply, before, after, order, stamp: dependencies.stamp })
  }
}
