import type { Collection } from '@coffer/schema'
import type { ApiRequest, Upload } from '../messages/ApiRequest.ts'
import type { Effect } from '../messages/Effect.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import type { Requester } from '../rules/Requester.ts'
import type { Lookup } from './access/findAllowed.ts'
import type { RecordsContext } from './RecordsContext.ts'

/** The submitted data of a record: values by key, including keys with modifiers, and new files. */
export interface RecordData {
  values: Record<string, unknown>
  uploads: Upload[]
}

/** A request to change a record. */
export interface WriteRequest {
  app: RecordsContext
  request: ApiRequest
  requester: Requester
  collection: Collection
  /** The body that rules read as `@request.data`; empty if the body is invalid. */
  ruleData: Record<string, unknown>
  /** Returns the body to store. Throws an ApiError 400 if it is invalid; check the rules first, because a 403 or 404 takes precedence. */
  readData: () => RecordData
}

/** A created or updated record, and the effects of the change. */
export interface WrittenRecord {
  record: StoredRecord
  lookup: Lookup
  effects: Effect[]
}
