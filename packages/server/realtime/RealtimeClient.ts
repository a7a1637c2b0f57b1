import type { Writable } from 'node:stream'
import { randomSecret } from '../crypto/randomText.ts'
import type { Client } from '../runtime/clients/Client.ts'
import type { Hold } from '../runtime/clients/Hold.ts'
import type { Listener } from './Audience.ts'
import type { Deliveries } from './Deliveries.ts'
import type { Progress } from './replay/EventIds.ts'
import type { SharedText, TextShare } from './SharedText.ts'
import type { SignInFlow } from './SignInFlow.ts'
import type { StreamHooks, StreamMessage, StreamValues } from './StreamHooks.ts'

/** Time without an event after which a stream ends. The client reconnects and subscribes again. */
const idleTimeoutMs = 5 * 60_000
/** Length of a client id in characters. */
export const clientIdLength = 40
/** Maximum number of bytes queued for a client that does not read, before a further event. */
const maxQueuedBytes = 4 * 1024 * 1024
/** The maximum for clients with long events: one event of the greatest length for each of their subscriptions, up to this size. */
const maxLongQueuedBytes = 16 * 1024 * 1024
/** Number of characters after which pending events are written at once. */
const maxBatchLength = 64 * 1024
/** Length of data from which it is not copied for each client. */
const minSharedLength = 16 * 1024
/** Milliseconds that a client has to read the rest of a stream that the server has ended, and to close its connection. */
const endTimeoutMs = 5_000

/** Serializes an event without an `id` line. */
export function eventText(event: string, json: string): string {
  return `event:${event}\ndata:${json}\n\n`
}

const lineEnd = /\r\n|\r|\n/

const oneLine = (text: string): string => text.split(lineEnd).join(' ')

/** The client behind a stream, and what it holds. */
export interface StreamHolds {
  client: Client
  /** The open stream. */
  stream: Hold
  /** The subscriptions. */
  subscriptions: Hold
  /** The events that the client has not read. */
  events: Hold
}

/** A chunk to be written: text of this client alone, or bytes that it shares with others. */
interface Chunk {
  data: string | Buffer
  /** The bytes of its own for which the client counts. */
  counted: number
  /** The share of the bytes that others have, too. */
  share?: TextShare
}

/** An event that waits until the client has received the events that it has missed. */
interface HeldEvent {
  event: string
  data: SharedText
  share: TextShare
  id: string
}

interface ClientOptions {
  /** Returns the id of the last change that the client has received. Called when the stream ends because it is idle. */
  lastId?: (() => string | undefined) | undefined
  hooks?: StreamHooks | undefined
  /** The address of this node, with which the id begins. */
  idPrefix?: string | undefined
}

/** A connected client and its event stream. */
export class RealtimeClient {
  readonly id: string
  listener: Listener = { kind: 'guest' }
  subscriptions: ReadonlySet<string> = new Set()
  /** The OAuth2 sign-in that the client waits for. */
  signIn: SignInFlow | undefined
  /** What the client has received on its earlier stream, until it has subscribed again; `unknown` if the server does not know. */
  resume: Progress | 'unknown' | undefined
  /** What it has received if it has seen no event of a change on this stream. Undefined before it has subscribed. */
  start: Progress | 'unknown' | undefined
  /** The position of the last change that it receives as a missed one. */
  replayedTo = 0
  readonly holds: StreamHolds
  /** The values that hooks of scripts store with the client. */
  readonly values: StreamValues = new Map()
  /** The request that has opened the stream, as hooks of scripts see it. */
  request: unknown
  readonly #hooks: StreamHooks | undefined
  /** Number and characters of the messages whose hooks have not been called yet. */
  #hooked = 0
  #hookedLength = 0
  readonly #output: Writable
  readonly #deliveries: Deliveries
  #idleTimer: NodeJS.Timeout
  #endTimer: NodeJS.Timeout | undefined
  readonly #lastId: () => string | undefined
  /** Events that wait until the client has received the ones that it has missed. */
  #held: HeldEvent[] | undefined
  /** The characters of `#held`. */
  #heldLength = 0
  #pending: Chunk[] = []
  /** The characters of `#pending`. */
  #pendingLength = 0
  /** The length of the longest data that was sent since the queue was last empty, in bytes. */
  #longestData = 0
  /** The bytes of its own that the client counts for: pending ones, and written ones that the socket has not taken. */
  #counted = 0
  /** The shares of bytes that others have, too, and the bytes that the client counts for because of them. */
  readonly #shares = new Set<TextShare>()
  #sharedBytes = 0

  constructor(
    output: Writable,
    deliveries: Deliveries,
    holds: StreamHolds,
    { lastId = () => undefined, hooks, idPrefix = '' }: ClientOptions = {},
  ) {
    this.id = idPrefix + randomSecret(clientIdLength - idPrefix.length)
    this.#output = output
    this.#deliveries = deliveries
    this.holds = holds
    this.#hooks = hooks
    this.#lastId = lastId
    this.#idleTimer = this.#startIdleTimer(idleTimeoutMs)
    const { events, stream, subscriptions } = holds
    events.onDropped(() => this.#disconnect())
    output.once('close', () => {
      clearTimeout(this.#idleTimer)
      clearTimeout(this.#endTimer)
      for (const hold of [events, stream, subscriptions]) hold.release()
      for (const share of this.#shares) share.release()
      this.#shares.clear()
    })
  }

  /**
   * Counts what the client holds for a user as well. A stream that stays open after the user's tokens are revoked still counts.
   * @throws Rejection `limited` if the user has no room
   */
  identify(user: string): void {
    const { client, stream, subscriptions, events } = this.holds
    for (const hold of [stream, subscriptions, events]) hold.identify(user)
    this.holds.client = { ...client, user }
  }

  #startIdleTimer(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#endIdle(this.#lastId()), milliseconds).unref()
  }

  /** Sets the time without an event after which the stream ends, from a second to a day. */
  setIdleTimeout(milliseconds: number): void {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = this.#startIdleTimer(Math.min(Math.max(milliseconds, 1_000), 86_400_000))
  }

  get isClosed(): boolean {
    return this.#output.destroyed || this.#output.writableEnded
  }

  /**
   * Queues an event for the next delivery. Closes the connection if the client has stopped reading; the client can reconnect.
   * @param text see `eventText`
   * @param id what the client sends as `Last-Event-ID` from then on; absent if the event is not about a change
   */
  send(text: string, id?: string): void {
    this.#queue(id === undefined ? text : `id:${id}\n${text}`, text.length)
  }

  /** Tells the client to load the records of subscriptions again, because it may have missed changes. */
  sendResync(subscriptions: readonly string[], id?: string): void {
    this.send(eventText('@resync', JSON.stringify({ subscriptions })), id)
  }

  /** Queues a message once its hooks have been called, if there are some. */
  sendMessage(name: string, data: string, id?: string): void {
    if (this.#hooks && (this.#hooked > 0 || this.#hooks.hasMessageHooks()))
      this.#sendThroughHooks(this.#hooks, { name, data }, id)
    else this.send(eventText(name, data), id)
  }

  #sendThroughHooks(hooks: StreamHooks, message: StreamMessage, id: string | undefined): void {
    if (this.isClosed) return
    if (this.#hookedLength > maxQueuedBytes) {
      this.#disconnect()
      return
    }
    const { length } = message.data
    this.#hooked += 1
    this.#hookedLength += length
    this.#count(length)
    hooks.pass(this.id, message, left => {
      this.#hooked -= 1
      this.#hookedLength -= length
      this.#count(-length)
      if (left === 'close') this.end()
      else if (left !== 'omit') this.send(eventText(oneLine(left.name), left.data.split(lineEnd).join('\ndata:')), id)
    })
  }

  /** Queues the event of a change, whose data other events have, too. */
  sendShared(event: string, data: SharedText, id: string): void {
    if (!this.#held) {
      this.sendMissed(event, data, id)
      return
    }
    if (this.isClosed) return
    if (this.#heldLength > maxQueuedBytes) {
      this.#disconnect()
      return
    }
    this.#held.push({ event, data, share: this.#share(data), id })
    this.#heldLength += data.text.length
  }

  /** Queues the event of a change that the client has missed, before the events of later ones. */
  sendMissed(event: string, data: SharedText, id: string): void {
    if (data.text.length < minSharedLength || this.#hooks?.hasMessageHooks() || this.#hooked > 0) {
      this.sendMessage(event, data.text, id)
      return
    }
    if (this.#queuedLength === 0) this.#longestData = 0
    this.#longestData = Math.max(this.#longestData, data.bytes.length)
    this.#queue(`id:${id}\nevent:${event}\ndata:`, event.length)
    this.#queue(data, 0)
    this.#queue('\n\n', 2)
  }

  /** Takes a share of the data of an event. */
  #share(data: SharedText): TextShare {
    const share = data.share(bytes => {
      this.#sharedBytes += bytes
      this.#resizeEvents()
    })
    this.#shares.add(share)
    return share
  }

  #release(share: TextShare): void {
    share.release()
    this.#shares.delete(share)
  }

  /** Whether the client is being sent what it has missed. */
  get isHeld(): boolean {
    return this.#held !== undefined
  }

  /** Keeps the events of changes until `release`. */
  hold(): void {
    this.#held ??= []
  }

  /** Queues the events that were kept. */
  release(): void {
    const held = this.#held ?? []
    this.#held = undefined
    this.#heldLength = 0
    for (const { event, data, share, id } of held) {
      this.sendMissed(event, data, id)
      this.#release(share)
    }
  }

  /** Resolves when the client has read most of what is queued, or the stream has ended. */
  async read(): Promise<void> {
    this.deliver()
    if (this.isClosed || this.#queuedLength <= maxBatchLength) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#output.once('drain', resolve).once('close', resolve)
    await promise
    this.#output.off('drain', resolve).off('close', resolve)
  }

  /** Writes the pending events. */
  deliver(): void {
    if (this.#pending.length === 0) return
    const pending = this.#pending
    this.#pending = []
    this.#pendingLength = 0
    if (pending.length > 1) this.#output.cork()
    for (const { data, counted, share } of pending) {
      this.#output.write(data, () => {
        this.#count(-counted)
        if (share) this.#release(share)
      })
    }
    if (pending.length > 1) this.#output.uncork()
    this.#idleTimer.refresh()
  }

  #endIdle(lastId: string | undefined): void {
    if (lastId !== undefined) this.#queue(`id:${lastId}\n\n`, 0)
    this.end()
  }

  /** Writes the pending events and ends the stream. A connection that the client keeps open is closed some seconds later. */
  end(): void {
    this.deliver()
    this.#output.end()
    this.#endTimer ??= setTimeout(() => this.#output.destroy(), endTimeoutMs).unref()
  }

  get #queuedLength(): number {
    return this.#output.writableLength + this.#pendingLength
  }

  /** Whether more is queued than a client may leave unread. A change of a long record is one event for each of its subscriptions. */
  get #isBehind(): boolean {
    const longBytes = Math.min(this.#longestData * this.subscriptions.size, maxLongQueuedBytes)
    return this.#queuedLength > Math.max(maxQueuedBytes, longBytes)
  }

  #queue(data: string | SharedText, counted: number): void {
    if (this.isClosed) return
    if (this.#isBehind && typeof data === 'string' && data !== '\n\n') {
      this.#disconnect()
      return
    }
    if (this.#pending.length === 0) this.#deliveries.add(this)
    if (typeof data !== 'string') {
      const share = this.#share(data)
      if (this.isClosed) return
      this.#pending.push({ data: data.bytes, counted, share })
      this.#pendingLength += data.bytes.length
      return
    }
    const last = this.#pending.at(-1)
    if (typeof last?.data === 'string') {
      last.data += data
      last.counted += counted
    } else this.#pending.push({ data, counted })
    this.#pendingLength += data.length
    this.#count(counted)
    if (this.#pendingLength > maxBatchLength) this.deliver()
  }

  #count(bytes: number): void {
    this.#counted += bytes
    this.#resizeEvents()
  }

  /** Counts unread bytes. A few of its own are not worth counting, because most are read at once. */
  #resizeEvents(): void {
    const { events } = this.holds
    const bytes = (this.#counted > maxBatchLength ? this.#counted : 0) + this.#sharedBytes
    if (this.#output.destroyed || bytes === events.amount) return
    try {
      events.resize(bytes)
    } catch {
      this.#disconnect()
    }
  }

  #disconnect(): void {
    this.#pending = []
    this.#pendingLength = 0
    this.#output.destroy()
  }
}
