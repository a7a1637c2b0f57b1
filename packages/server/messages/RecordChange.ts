import type { Row } from '../db/engine.ts'
import type { Audience } from './Audience.ts'

/** What all who subscribed to one of some topics, and to nothing else with it, are told alike. */
export interface PublicMessage {
  topics: readonly string[]
  /** `{"record": …, "action": …}` */
  json: string
}

/** A committed change of a record, as those hear of it who listen. */
export interface RecordChange {
  action: 'create' | 'update' | 'delete'
  collection: { id: string; name: string }
  recordId: string
  /** The record as it was committed, its columns as they are read; absent for a deletion, and where nobody has to be asked about. */
  row?: Row
  /** What is known already, as no rule says who may hear of it. */
  publicMessage?: PublicMessage
  /** The token key whose tokens hold no longer: the account is gone, or its password or email was changed. */
  endedKey?: string
}

/** What an audience is told. */
export interface Message {
  audience: Audience
  /** `{"record": …, "action": …}` */
  json: string
}

/** The topics that a change belongs to: all records of the collection, by each of its two names, or the one record. */
export const topicsOf = ({ collection, recordId }: Pick<RecordChange, 'collection' | 'recordId'>): string[] =>
  [collection.id, collection.name].flatMap(name => [name, `${name}/*`, `${name}/${recordId}`])
