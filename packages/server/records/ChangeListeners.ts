import type { Collection } from '@coffer/schema'
import type { Row } from '../db/engine.ts'
import type { Audience } from '../messages/Audience.ts'
import type { Message, OpenMessage, RecordChange } from '../messages/RecordChange.ts'

/** The clients that listen to changes of records. Realtime implements it; code that changes records knows only this. */
export interface ChangeListeners {
  /** Returns the audiences that a change concerns. */
  of: (change: Pick<RecordChange, 'collection' | 'recordId'>) => readonly Audience[]
  /** Returns the message that is the same for all subscribers of a topic; undefined if the rules hide the record from some of them. */
  openMessage: (
    collection: Collection,
    change: Pick<RecordChange, 'action' | 'collection' | 'recordId'>,
    row: Row,
  ) => OpenMessage | undefined
  /** Starts the time budget of one deletion and returns what composes its messages, while the records can still be read. */
  describeDeletion: () => (collection: Collection, ids: readonly string[]) => Promise<Message[]>
}
