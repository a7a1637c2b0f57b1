import type { ApiReply, ApiRequest } from '../api/contract.ts'
import type { LogEntry } from '../logs/LogEntry.ts'

/** Where requests are answered: in this thread, or in a pool of threads. */
export interface Dispatcher {
  /** Answers a request to the endpoint with this position in the list of endpoints. Never rejects. */
  dispatch: (endpoint: number, request: ApiRequest) => Promise<ApiReply>
  /** Stores log entries, in order, off the way of any request. */
  writeLogs: (entries: LogEntry[]) => Promise<void>
  /** Whether the directory has an administrator. */
  hasAdmins: () => Promise<boolean>
  /** Lets requests under way end, then closes the files. */
  close: () => Promise<void>
}
