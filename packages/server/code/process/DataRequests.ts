import { AsyncLocalStorage } from 'node:async_hooks'
import type { DataRequest, DataResponse } from '../../messages/DataRequest.ts'
import type { FromCode } from './messages.ts'

/** The call of a hook or the request to a route for which code runs. */
interface RunningCall {
  id: number
  /** The transaction that waits for the hook. */
  transaction?: string | undefined
}

/** Maximum number of concurrent requests; further ones wait. Lower than the limit at which the server rejects requests. */
const maxRequests = 60

/** Requests that share a limit. */
interface Queue {
  running: number
  readonly waiting: (() => void)[]
}

/** The requests of this process for data. */
export class DataRequests {
  readonly #send: (message: Extract<FromCode, { kind: 'data' }>) => void
  readonly #running = new AsyncLocalStorage<RunningCall>()
  readonly #responses = new Map<number, (response: DataResponse) => void>()
  readonly #queues: Record<'outside' | 'inTransactions', Queue> = {
    outside: { running: 0, waiting: [] },
    // Requests outside can wait for the transaction of a hook. If requests of that hook waited for them, neither could go on.
    inTransactions: { running: 0, waiting: [] },
  }
  #lastId = 0

  constructor(send: (message: Extract<FromCode, { kind: 'data' }>) => void) {
    this.#send = send
  }

  /** Runs code for a call, to which its requests then belong. */
  runFor<T>(call: RunningCall, work: () => T): T {
    return this.#running.run(call, work)
  }

  /** Returns a function that sends requests. `of` is the call to which they belong, by default the running one. */
  sender(of?: RunningCall): (request: DataRequest) => Promise<DataResponse> {
    return request => {
      const call = of ?? this.#running.getStore()
      const queue = this.#queues[call?.transaction === undefined ? 'outside' : 'inTransactions']
      return new Promise(resolve => {
        const start = () => this.#start(queue, call, request, resolve)
        if (queue.running < maxRequests) start()
        else queue.waiting.push(start)
      })
    }
  }

  #start(queue: Queue, call: RunningCall | undefined, request: DataRequest, resolve: (response: DataResponse) => void): void {
    const id = ++this.#lastId
    queue.running += 1
    this.#responses.set(id, response => {
      queue.running -= 1
      resolve(response)
      queue.waiting.shift()?.()
    })
    this.#send({ kind: 'data', id, call: call?.id, transaction: call?.transaction, request })
  }

  /** Resolves a request with its response. */
  receive(id: number, response: DataResponse): void {
    this.#responses.get(id)?.(response)
    this.#responses.delete(id)
  }
}
