import { LRUCache } from 'lru-cache'
import type { ApiReply } from '../request/ApiReply.ts'
import type { ApiRequest } from '../request/ApiRequest.ts'
import type { Foundation } from './foundation.ts'
import type { Versions } from './versions.ts'

/** Bytes of the largest reply that is kept, and of all of them together. */
const largestKept = 256 * 1024
const mostKept = 32 * 1024 * 1024
/** What an entry takes beside its bytes and its key. */
const overhead = 600

interface Kept extends Foundation {
  reply: ApiReply
}

/** What tells one question from another: the endpoint, who asks, and the address. */
type Question = Pick<ApiRequest, 'url' | 'headers'>

const keyOf = (endpoint: number, { url, headers }: Question): string => `${endpoint} ${headers.authorization ?? ''}\n${url}`

/**
 * Replies that can be given again, without another thread, for as long as nothing has changed of what they stand on: the
 * collections whose records were read, the rules, the settings. A change moves a counter before its own answer leaves, so nobody
 * is told anything older than what has been acknowledged.
 */
export class KeptReplies {
  readonly #versions: Versions
  readonly #replies = new LRUCache<string, Kept>({
    maxSize: mostKept,
    maxEntrySize: largestKept,
    sizeCalculation: ({ reply }, key) => overhead + key.length + (reply.json?.length ?? 0),
  })

  constructor(versions: Versions) {
    this.#versions = versions
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
  keep(endpoint: number, question: Question, { foundation, ...reply }: ApiReply): void {
    if (foundation) this.#replies.set(keyOf(endpoint, question), { ...foundation, reply })
  }
}
