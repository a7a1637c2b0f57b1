import type { Members } from './Audiences.ts'
import type { SentChanges } from './replay/SentChanges.ts'

/** Sends each audience its events in the order of the changes, although different addresses evaluate them in turns of their own. */
export class OrderedSends {
  readonly #sentChanges: SentChanges
  /** What is sent by position once the earlier changes of an audience have been sent. */
  readonly #waiting = new Map<Members, Map<number, () => void>>()

  constructor(sentChanges: SentChanges) {
    this.#sentChanges = sentChanges
  }

  /** Sends what an audience gets of a change once it has been sent the earlier ones. Resolves when it is sent. */
  add(members: Members, position: number, send: () => void): Promise<void> {
    const first = members.pending[0]
    if (first === undefined || first >= position) {
      this.#end(members, position, send)
      return Promise.resolve()
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = this.#waiting.get(members) ?? new Map<number, () => void>()
    this.#waiting.set(
      members,
      waiting.set(position, () => {
        send()
        resolve()
      }),
    )
    return promise
  }

  /** Notes that an audience is sent nothing of a change. */
  drop(members: Members, position: number): void {
    this.#end(members, position, () => undefined)
  }

  #end(members: Members, position: number, send: () => void): void {
    this.#sentChanges.end(members, position)
    send()
    const waiting = this.#waiting.get(members)
    if (!waiting) return
    for (let next = members.pending[0]; next !== undefined; next = members.pending[0]) {
      const sendNext = waiting.get(next)
      if (!sendNext) return
      waiting.delete(next)
      this.#sentChanges.end(members, next)
      sendNext()
    }
    this.#waiting.delete(members)
  }
}
