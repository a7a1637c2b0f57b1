import { UnansweredError } from '../../runtime/Remote.ts'
import type { ReaderMember } from './ReaderMember.ts'

/** Numbers have to fit into a cell of `ReadSlots`. */
const maxNumber = 0x3fffffff

/** A call that at least one thread has not answered yet. */
interface Call {
  /** The address of the client that it counts for; '' for the server itself. */
  client: string
  /** The threads that it was sent to and that have not answered it. */
  sentTo: Set<ReaderMember>
  /** Whether its caller has got a result. Threads that have not answered it can still be blocked by it. */
  isSettled: boolean
  send: (member: ReaderMember) => void
  reject: (error: Error) => void
}

/**
 * The calls that run beside the reads of the threads, and have no effects: sign-ins, which mostly wait for a password hash, and evaluations of
 * subscriptions. A read that blocks a thread also blocks them, so they are sent to another thread as well, and the first response counts.
 */
export class ConcurrentCalls {
  readonly #calls = new Map<number, Call>()
  #lastNumber = 0

  get isEmpty(): boolean {
    return this.#calls.size === 0
  }

  /**
   * Runs a call in a thread.
   * @param perform performs it in a thread, which marks it with the number if it is an evaluation
   */
  run<Result>(
    first: ReaderMember,
    perform: (member: ReaderMember, number: number) => Promise<Result>,
    client = '',
  ): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#lastNumber = (this.#lastNumber % maxNumber) + 1
    const number = this.#lastNumber
    const sentTo = new Set<ReaderMember>()
    const endIn = (member: ReaderMember) => {
      sentTo.delete(member)
      if (sentTo.size === 0) this.#calls.delete(number)
    }
    const send = (member: ReaderMember) => {
      sentTo.add(member)
      perform(member, number).then(
        result => {
          endIn(member)
          resolve(result)
        },
        error => {
          endIn(member)
          // Another thread can still answer a call whose thread has ended.
          if (sentTo.size === 0 || !(error instanceof UnansweredError)) reject(error)
        },
      )
    }
    const call: Call = { client, sentTo, isSettled: false, send, reject }
    const settle = () => {
      call.isSettled = true
    }
    promise.then(settle, settle)
    this.#calls.set(number, call)
    send(first)
    return promise
  }

  /** Returns the call with a number, unless all threads have answered it. */
  find(number = 0): Call | undefined {
    return this.#calls.get(number)
  }

  /**
   * Sends each call whose threads are all blocked to another one, unless the call itself blocks one of them.
   * @param choose returns a thread that is not blocked and has not got the call yet, if there is one
   * @returns whether a call found no such thread
   */
  repeat(
    isBlocked: (member: ReaderMember) => boolean,
    choose: (tried: ReadonlySet<ReaderMember>) => ReaderMember | undefined,
  ): boolean {
    let lacksThread = false
    for (const [number, { sentTo, isSettled, send }] of this.#calls) {
      const threads = [...sentTo]
      if (isSettled || !threads.every(isBlocked) || threads.some(({ running }) => running?.evaluation === number)) continue
      const member = choose(sentTo)
      if (member) send(member)
      else lacksThread = true
    }
    return lacksThread
  }
}
