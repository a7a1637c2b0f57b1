import type { MessagePort } from 'node:worker_threads'
import type { DataResponse } from '../../messages/DataRequest.ts'
import type { MigrationRequest } from '../../messages/MigrationRequest.ts'

/** The `workerData` of the thread of native migrations. */
export interface NativeStart {
  /** Sends each `NativeCall` to the server, and receives each `NativeResult`. */
  port: MessagePort
  /** The URL of the module that migrations import as `coffer`. */
  coffer: string
}

/** A request, or text for the terminal. They are performed in their order. */
export type NativeCall = { id: number } & ({ request: MigrationRequest } | { print: string })

/** The response to a request. */
export interface NativeResult {
  id: number
  response: DataResponse
}
