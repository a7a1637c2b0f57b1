import type { Row } from '../db/engine.ts'
import type { Audience } from './Audience.ts'

/** An event that is the same for all subscribers of some topics without options. */
export interface PublicMessage {
  topics: readonly string[]
  /** `{"record": …, "action": …}` */
  json: string
}

/** A committed change of a record, for realtime subscriptions. */
export interface RecordChange {
  action: 'create' | 'update' | 'delete'
  collection: { id: string; name: string }
  recordId: string
  /** The committed row. Absent for a deletion, and if `publicMessage` covers all subscribers. */
  row?: Row
  /** The event for topics without rules, which is created with the change. */
  publicMessage?: PublicMessage
  /** Token key that the change revokes, because it deletes an auth record or changes its password or email. */
  revokedTokenKey?: string
}

/** An event for an audience. */
export interface Message {
  audience: Audience
  /** `{"record": …, "action": …}` */
  json: string
}

/** Returns the topics of a change: the collection, by id and by name, and the record. */
export const topicsOf = ({ collection, recordId }: Pick<RecordChange, 'collection' | 'recordId'>): string[] =>
  [collection.id, collection.name].flatMap(name => [name, `${name}/*`, `${name}/${recordId}`])
