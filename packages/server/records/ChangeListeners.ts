import type { Collection } from '@coffer/schema'
import type { Audience } from '../messages/Audience.ts'
import type { Message, PublicMessage, RecordChange } from '../messages/RecordChange.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'

/** The realtime subscriptions, as seen by code that changes records. The realtime folder implements it. */
export interface ChangeListeners {
  /** Returns the subscribers whose subscriptions match a change. */
  of: (change: Pick<RecordChange, 'collection' | 'recordId'>) => readonly Audience[]
  /** Returns the message that all subscribers of a topic receive; undefined if the rules hide the record from some of them. */
  publicMessage: (
    change: Pick<RecordChange, 'action' | 'collection' | 'recordId'>,
    record: StoredRecord,
  ) => PublicMessage | undefined
  /**
   * Starts the time budget of one deletion. Returns a function that composes the messages about records; it has to run before the
   * records are deleted, because it reads them.
   */
  describeDeletion: () => (collection: Collection, ids: readonly string[]) => Promise<Message[]>
}
