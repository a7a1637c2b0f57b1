import type { Collection } from '@coffer/schema'
import type { ApiRequest } from '../messages/ApiRequest.ts'
import type { Requester } from '../rules/Requester.ts'
import type { RecordData } from './RecordData.ts'
import type { RecordsContext } from './RecordsContext.ts'

/** A request to change a record. */
export interface Write {
  app: RecordsContext
  request: ApiRequest
  requester: Requester
  collection: Collection
  /** The body as rules see it; empty when it cannot be read. */
  ruleData: Record<string, unknown>
  /** The body as it is stored. Throws an ApiError 400 when it cannot be read, which rules are asked before. */
  readData: () => RecordData
}
