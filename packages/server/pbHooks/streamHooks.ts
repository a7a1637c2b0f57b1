import type { HookedMessage, StreamHooks, StreamMessage } from '../realtime/StreamHooks.ts'
import type { MessageTime, ScriptCall, ScriptOutcome } from './messages.ts'

interface Parts {
  /** Whether there are hooks of an event. */
  hasHooks: (event: string) => boolean
  call: (call: ScriptCall) => Promise<ScriptOutcome>
  /** Number of calls that can run at once. */
  maxMessageCalls: number
}

/** Number of messages whose hooks run in one call: crossing threads for each message would take longer than most hooks. */
const maxBatch = 100

interface PendingMessage {
  message: StreamMessage
  deliver: (message: HookedMessage) => void
}

interface Batch {
  clientId: string
  pending: PendingMessage[]
}

const events = { before: 'onRealtimeBeforeMessageSend', after: 'onRealtimeAfterMessageSend' } as const

/** Calls the hooks of messages: for each client one message after another, for a few clients at once. */
class MessageQueue {
  readonly #parts: Parts
  /** The messages of each client in their order. The first ones may be in a call. */
  readonly #queues = new Map<string, PendingMessage[]>()
  /** The clients with messages that are in no call. */
  readonly #ready: string[] = []
  #running = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  add(clientId: string, pending: PendingMessage): void {
    const queue = this.#queues.get(clientId)
    if (queue) {
      queue.push(pending)
      return
    }
    this.#queues.set(clientId, [pending])
    this.#ready.push(clientId)
    this.#start()
  }

  #start(): void {
    while (this.#running < this.#parts.maxMessageCalls && this.#ready.length > 0) {
      this.#running += 1
      void this.#run(this.#take()).finally(() => {
        this.#running -= 1
        this.#start()
      })
    }
  }

  #take(): Batch[] {
    const batches: Batch[] = []
    for (let count = 0; count < maxBatch && this.#ready.length > 0; ) {
      const clientId = this.#ready.shift() as string
      const pending = (this.#queues.get(clientId) ?? []).slice(0, maxBatch - count)
      count += pending.length
      batches.push({ clientId, pending })
    }
    return batches
  }

  async #run(batches: readonly Batch[]): Promise<void> {
    const all = batches.flatMap(({ clientId, pending }) => pending.map(one => ({ clientId, ...one })))
    const left = await this.#call(
      'before',
      all.map(({ clientId, message }) => ({ clientId, ...message })),
    )
    const sent = all.flatMap(({ clientId, deliver }, index) => {
      const message = left[index] ?? 'close'
      deliver(message)
      return typeof message === 'string' ? [] : [{ ...message, clientId }]
    })
    await this.#call('after', sent)
    for (const { clientId, pending } of batches) {
      const queue = this.#queues.get(clientId) ?? []
      queue.splice(0, pending.length)
      if (queue.length > 0) this.#ready.push(clientId)
      else this.#queues.delete(clientId)
    }
  }

  /** Returns the messages after their hooks; none if the hooks were ended. */
  async #call(time: MessageTime, messages: readonly (StreamMessage & { clientId: string })[]): Promise<readonly HookedMessage[]> {
    if (messages.length === 0 || !this.#parts.hasHooks(events[time])) return messages
    return (await this.#parts.call({ kind: 'messages', time, messages })).messages ?? []
  }
}

/** Calls the hooks of `pb_hooks` on event streams. */
export function streamHooks(parts: Parts): StreamHooks {
  const queue = new MessageQueue(parts)
  const { hasHooks } = parts
  return {
    hasMessageHooks: () => Object.values(events).some(hasHooks),
    pass: (clientId, message, deliver) => queue.add(clientId, { message, deliver }),
    disconnected: clientId => {
      if (!hasHooks('onRealtimeDisconnectRequest')) return undefined
      return parts.call({ kind: 'stream', event: 'onRealtimeDisconnectRequest', clientId }).then(() => undefined)
    },
  }
}
