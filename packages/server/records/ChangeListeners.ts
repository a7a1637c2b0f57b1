import type { PublicMessage, RecordChange } from './changes/RecordChange.ts'
import type { StoredRecord } from './rows/StoredRecord.ts'

/** The record of a change. */
export type ChangedRecord = Pick<RecordChange, 'collection' | 'recordId'>

/** The realtime subscriptions, as seen by code that changes records. The realtime folder implements it. */
export interface ChangeListeners {
  /** Whether there are subscriptions. */
  readonly hasAny: boolean
  /** Whether subscriptions match a change. */
  matches: (change: ChangedRecord) => boolean
  /** Whether a subscriber is signed in as this record. */
  isSubscriber: (collectionId: string, recordId: string) => boolean
  /** Returns the message that all subscribers of a topic receive; undefined if the rules hide the record from some of them. */
  publicMessage: (
    change: Pick<RecordChange, 'action' | 'collection' | 'recordId'>,
    record: StoredRecord,
  ) => PublicMessage | undefined
  /** Whether subscriptions match a change that do not receive its public message. */
  needsRecord: (change: ChangedRecord, message: PublicMessage | undefined) => boolean
}

/** For changes that no client can have subscribed to. */
export const noListeners: ChangeListeners = {
  hasAny: false,
  matches: () => false,
  isSubscriber: () => false,
  publicMessage: () => undefined,
  needsRecord: () => false,
}
