import type { Collection } from '@coffer/schema'
import type { ApiRequest } from '../api/contract.ts'
import type { Requester } from '../auth/Requester.ts'
import type { App } from '../threads/App.ts'
import type { RecordData } from './RecordData.ts'

/** A request to change a record. */
export interface Write {
  app: App
  request: ApiRequest
  requester: Requester
  collection: Collection
  data: RecordData
}
