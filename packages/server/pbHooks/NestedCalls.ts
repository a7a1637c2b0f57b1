import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { CallOperations, EnterTransaction, ScriptCall, ScriptOutcome } from './messages.ts'

type Call = (call: ScriptCall, own?: CallOperations, enter?: EnterTransaction) => Promise<ScriptOutcome>

/** Header of the requests that handlers send, by which the server recognizes those to itself. */
const header = 'x-coffer-thread'

const current = new AsyncLocalStorage<NestedCalls | undefined>()
const byToken = new Map<string, NestedCalls>()

/**
 * The calls that an operation leads to, such as hooks of a request that a handler sends to its own server. They run in the thread that
 * waits for the operation, one after another. If they took other threads, handlers could hold all threads while each waits for one more.
 */
export class NestedCalls {
  readonly #call: Call
  readonly #token = randomBytes(16).toString('hex')
  #last: Promise<unknown> = Promise.resolve()
  #isOpen = true

  /** @param call runs a call in the thread that waits */
  constructor(call: Call) {
    this.#call = call
  }

  /** Whether the thread still waits for the operation. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** The headers of a request that the operation sends. */
  get headers(): Record<string, string> {
    return { [header]: this.#token }
  }

  /** Performs the operation. Its result waits for the calls that have begun, because their thread can receive it only then. */
  async during<T>(operation: () => Promise<T>): Promise<T> {
    byToken.set(this.#token, this)
    try {
      return await current.run(this, operation)
    } finally {
      byToken.delete(this.#token)
      this.#isOpen = false
      await this.#last
    }
  }

  call: Call = (...call) => {
    const outcome = this.#last.then(() => this.#call(...call))
    this.#last = outcome.catch(() => undefined)
    return outcome
  }
}

/** Returns the calls of the operation that the current work belongs to; undefined if no thread waits for it. */
export function nestedCalls(): NestedCalls | undefined {
  const calls = current.getStore()
  return calls?.isOpen ? calls : undefined
}

/** Handles a request. If a handler of this server has sent it, the calls that it leads to are nested. Removes the header. */
export function handleNested<T>(headers: Record<string, string>, handle: () => T): T {
  const token = headers[header]
  if (token === undefined) return handle()
  delete headers[header]
  const calls = byToken.get(token)
  return calls ? current.run(calls, handle) : handle()
}

/** Starts work that no thread waits for, so that its calls are not nested. */
export function startInBackground(work: () => void): void {
  current.run(undefined, work)
}
