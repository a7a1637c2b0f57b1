import { LRUCache } from 'lru-cache'
import { isShareable, StringPool } from '../../cache/StringPool.ts'
import type { Versions } from '../../cache/versions.ts'
import type { ApiReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { CacheDependencies } from '../../messages/CacheDependencies.ts'
import { readFileCookie } from '../../messages/cookies.ts'
import { longJson } from '../../messages/jsonBytes.ts'

/** Characters of the largest reply that is kept, and of all of them together. */
const largestKept = longJson
const mostKept = 20 * 1024 * 1024
/** What an entry takes beside its text and its key. */
const overhead = 600

interface Kept extends CacheDependencies {
  reply: ShortReply
}

/** What tells one question from another: the endpoint, who asks, by header or cookie, and the address. */
type Question = Pick<ApiRequest, 'url' | 'headers'>

const keyOf = (endpoint: number, { url, headers }: Question): string =>
  `${endpoint} ${headers.authorization ?? ''} ${readFileCookie(headers) ?? ''}\n${url}`

/** A reply whose JSON is short enough to be text. */
type ShortReply = ApiReply & { json?: string | readonly string[] }

const isShort = (reply: ApiReply): reply is ShortReply => !(reply.json instanceof Uint8Array)

const partsOf = ({ json = '' }: ShortReply): readonly string[] => (typeof json === 'string' ? [json] : json)

const lengthOf = (parts: readonly string[]): number => parts.reduce((sum, { length }) => sum + length, 0)

/** The parts of a reply that other replies may hold too. */
const shareable = ({ json }: ShortReply): readonly string[] => (typeof json === 'object' ? json.filter(isShareable) : [])

/**
 * Replies that can be given again, without another thread, for as long as nothing has changed of what they stand on: the
 * collections whose records were read, the rules, the settings. A change moves a counter before its own answer leaves, so nobody
 * is told anything older than what has been acknowledged.
 */
export class ResponseCache {
  readonly #versions: Versions
  readonly #mostKept: number
  readonly #texts = new StringPool()
  readonly #replies: LRUCache<string, Kept>

  constructor(versions: Versions, limit = mostKept) {
    this.#versions = versions
    this.#mostKept = limit
    this.#replies = new LRUCache<string, Kept>({
      maxSize: limit,
      sizeCalculation: ({ reply }, key) => overhead + key.length + lengthOf(partsOf(reply)) - lengthOf(shareable(reply)),
      dispose: ({ reply }) => {
        for (const text of shareable(reply)) this.#texts.release(text)
      },
    })
  }

  /** Characters of all that is kept, with what an entry takes beside them. */
  get size(): number {
    return this.#replies.calculatedSize + this.#texts.size
  }

  find(endpoint: number, question: Question): ApiReply | undefined {
    const key = keyOf(endpoint, question)
    const kept = this.#replies.get(key)
    if (!kept) return undefined
    if (this.#versions.isCurrent(kept.stamp) && Date.now() < kept.until) return kept.reply
    this.#replies.delete(key)
    return undefined
  }

  /** Keeps a reply if it says what it stands on. */
  keep(endpoint: number, question: Question, { dependencies, ...reply }: ApiReply): void {
    const key = keyOf(endpoint, question)
    if (!dependencies || !isShort(reply) || key.length + lengthOf(partsOf(reply)) > largestKept) return
    this.#replies.set(key, { ...dependencies, reply: this.#share(reply) })
    while (this.size > this.#mostKept) this.#replies.pop()
  }

  #share(reply: ShortReply): ShortReply {
    if (typeof reply.json !== 'object') return reply
    return { ...reply, json: reply.json.map(text => (isShareable(text) ? this.#texts.hold(text) : text)) }
  }
}
