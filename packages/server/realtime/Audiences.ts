import { type Audience, audienceKey } from '../messages/Audience.ts'
import { type RecordChange, topicsOf } from '../messages/RecordChange.ts'
import { topicOf } from './parseSubscription.ts'

/** Subscriptions indexed by topic. */
export class Audiences {
  readonly #byTopic = new Map<string, Map<string, Audience>>()

  add(audience: Audience): void {
    const topic = topicOf(audience.subscription)
    const known = this.#byTopic.get(topic)
    if (known) known.set(audienceKey(audience), audience)
    else this.#byTopic.set(topic, new Map([[audienceKey(audience), audience]]))
  }

  remove(audience: Audience): void {
    const topic = topicOf(audience.subscription)
    const known = this.#byTopic.get(topic)
    known?.delete(audienceKey(audience))
    if (known?.size === 0) this.#byTopic.delete(topic)
  }

  /** Returns the audiences that are subscribed to the record or the collection of a change. */
  of(change: Pick<RecordChange, 'collection' | 'recordId'>): Audience[] {
    if (this.#byTopic.size === 0) return []
    return topicsOf(change).flatMap(topic => [...(this.#byTopic.get(topic)?.values() ?? [])])
  }

  all(): Audience[] {
    return [...this.#byTopic.values()].flatMap(audiences => [...audiences.values()])
  }
}
