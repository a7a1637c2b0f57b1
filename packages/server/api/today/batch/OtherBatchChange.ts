import type { OtherChange } from '../../../records/changeRecords.ts'
import type { Call } from '../../Call.ts'
import type { BatchRequest } from './readBatch.ts'

/** A change in a batch whose collection is stored as another table. */
export interface OtherBatchChange extends OtherChange {
  action: 'create' | 'update' | 'delete'
  /** The id in the path, or the one of an upsert; '' for a creation. */
  id: string
  /** The name of its collection. */
  collectionName: string
  /** What the requester sees of the created or changed record, once the change was made. */
  shown?: object
}

/** A collection that is stored as another table. */
export interface OtherCollection {
  id: string
  /** Whether a record exists that the requester can see. */
  exists: (call: Call, id: string) => Promise<boolean>
  /**
   * Plans a change.
   * @param id the record to update or delete; undefined to create one
   * @throws Rejection if the requester may not make it, or if the body cannot be parsed
   */
  plan: (call: Call, sent: BatchRequest, id: string | undefined) => OtherBatchChange
}
