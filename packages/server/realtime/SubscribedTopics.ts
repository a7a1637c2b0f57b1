import type { DataEvent } from '../db/commits.ts'
import type { ChangedRecord, ChangeListeners } from '../records/ChangeListeners.ts'
import { type PublicMessage, type RecordChange, topicsOf } from '../records/changes/RecordChange.ts'
import { hasHiddenFields } from '../records/rows/hiddenFields.ts'
import type { StoredRecord } from '../records/rows/StoredRecord.ts'
import { isOpenToAll } from '../records/rules/conditions.ts'
import { publicRecord, type RecordFormat } from '../records/visible/VisibleRecord.ts'
import { hasOptions, isTopicOfOne, topicOf } from './parseSubscription.ts'

/** Returns the key under which the writer knows a subscription: its topic, and whether it has options. */
export function topicKey(subscription: string): string {
  return hasOptions(subscription) ? `${topicOf(subscription)}?` : subscription
}

/** Returns the key under which the writer knows that a subscriber is signed in as a record. */
export function subscriberKey(collectionId: string, recordId: string): string {
  return `=${collectionId}/${recordId}`
}

/** The topics that clients are subscribed to, which the main thread sends to the writer: changes of other records need no event. */
export class SubscribedTopics implements ChangeListeners {
  readonly #keys = new Set<string>()
  readonly #format: RecordFormat

  constructor(format: RecordFormat) {
    this.#format = format
  }

  get hasAny(): boolean {
    return this.#keys.size > 0
  }

  update(added: readonly string[], removed: readonly string[]): void {
    for (const key of removed) this.#keys.delete(key)
    for (const key of added) this.#keys.add(key)
  }

  matches(change: ChangedRecord): boolean {
    return this.hasAny && topicsOf(change).some(topic => this.#keys.has(topic) || this.#keys.has(`${topic}?`))
  }

  isSubscriber(collectionId: string, recordId: string): boolean {
    return this.hasAny && this.#keys.has(subscriberKey(collectionId, recordId))
  }

  publicMessage(
    change: Pick<RecordChange, 'action' | 'collection' | 'recordId'>,
    record: StoredRecord,
  ): PublicMessage | undefined {
    const { collection } = record
    // The email of an auth record and hidden fields are not visible to everyone.
    if (collection.type === 'auth' || hasHiddenFields(collection)) return undefined
    const topics = topicsOf(change).filter(topic => isOpenToAll(collection, isTopicOfOne(topic) ? 'view' : 'list'))
    if (topics.length === 0) return undefined
    return { topics, json: this.#format.event(change.action, this.#format.text(publicRecord(record))) }
  }

  /** Returns the events that concern subscribers of this server. The events of its own commits all do. */
  select(events: readonly DataEvent[]): readonly DataEvent[] {
    return events
  }

  needsRecord(change: ChangedRecord, message: PublicMessage | undefined): boolean {
    return topicsOf(change).some(
      topic => this.#keys.has(`${topic}?`) || (this.#keys.has(topic) && !message?.topics.includes(topic)),
    )
  }
}
