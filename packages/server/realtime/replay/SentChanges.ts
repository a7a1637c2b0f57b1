import type { Audiences, Members } from '../Audiences.ts'
import type { RealtimeClient } from '../RealtimeClient.ts'
import type { ChangeHistory } from './ChangeHistory.ts'
import { type EventIds, progressOf } from './EventIds.ts'

/**
 * Knows what each client has been sent. The events of a change are not sent to all audiences at once, because slow subscriptions wait
 * for their turns, so the audiences with changes that wait are noted.
 */
export class SentChanges {
  readonly #history: ChangeHistory
  readonly #ids: EventIds
  readonly #audiences: Audiences
  readonly #behind = new Set<Members>()

  constructor(history: ChangeHistory, ids: EventIds, audiences: Audiences) {
    this.#history = history
    this.#ids = ids
    this.#audiences = audiences
  }

  /** Notes that the events of a change are about to be created for audiences. */
  begin(all: readonly Members[], position: number): void {
    for (const members of all) {
      members.pending.push(position)
      this.#behind.add(members)
    }
  }

  /** Notes that an audience has been sent the event of a change, or gets none. */
  end(members: Members, position: number): void {
    const { pending } = members
    const index = pending.indexOf(position)
    if (index !== -1) pending.splice(index, 1)
    if (pending.length === 0) this.#behind.delete(members)
  }

  /** Returns the position up to which a client has received the changes of each of its subscriptions. */
  positionsOf(client: RealtimeClient): ReadonlyMap<string, number> {
    const { head } = this.#history
    const own = this.#audiences.ofClient(client)
    return new Map(Array.from(own, one => [one.audience.subscription, positionOf(client, one) ?? head]))
  }

  /** Returns the id of an event that a client is sent now. */
  idOf(client: RealtimeClient): string {
    const { head } = this.#history
    // Most clients have one subscription, and most changes no others that wait.
    if (this.#behind.size === 0) return this.#ids.at(head)
    const own = this.#audiences.ofClient(client)
    if (own.size === 1) {
      const [only] = own
      return this.#ids.at(positionOf(client, only) ?? head)
    }
    const behind = own.size <= this.#behind.size ? [...own].filter(isBehind) : [...this.#behind].filter(one => own.has(one))
    if (behind.length === 0) return this.#ids.at(head)
    const positions = behind.map(one => positionOf(client, one))
    const [first = head] = positions
    if (behind.length === own.size && positions.every(position => position === first)) return this.#ids.at(first)
    return this.#ids.of(progressOf(Array.from(own, one => [one.audience.subscription, positionOf(client, one) ?? head])))
  }
}

const isBehind = ({ pending }: Members): boolean => pending.length > 0

/** Returns the position up to which a client has received the changes of an audience; undefined if no change waits. */
function positionOf(client: RealtimeClient, members: Members | undefined): number | undefined {
  const first = members?.pending[0]
  return first === undefined ? undefined : Math.max(first - 1, client.replayedTo)
}
