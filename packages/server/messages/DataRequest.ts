/** Whose rights a request of the server's own code has. */
export type DataActor = 'server' | { collection: string; id: string }

/** The rights of a request. `caller` has the rights of the client whose request has called the hook. */
interface WithActor {
  as: DataActor | 'caller'
}

/** A request for records that hooks make, as plain data. */
export interface RecordRequest extends WithActor {
  action: 'list' | 'view' | 'create' | 'update' | 'delete'
  collection: string
  id?: string
  query: [string, string][]
  body?: Record<string, unknown>
  files?: readonly SentFile[]
}

/** A file of a record, by the name of its field. */
export interface SentFile {
  field: string
  name: string
  bytes: Uint8Array
}

/** A change of a batch. */
export type BatchChange = { collection: string } & (
  | { action: 'create'; body: Record<string, unknown> }
  /** `where` is a filter that the stored record must match; otherwise the batch is rejected. */
  | { action: 'update'; id: string; body: Record<string, unknown>; where?: string }
  | { action: 'delete'; id: string; where?: string }
)

/** Changes that are committed together, or not at all. */
export interface BatchRequest extends WithActor {
  action: 'batch'
  changes: readonly BatchChange[]
}

/** Requests the content of a file. */
export interface FileRequest extends WithActor {
  action: 'file'
  collection: string
  id: string
  name: string
}

/** Adds a mail to the queue of the server. */
export interface MailRequest extends WithActor {
  action: 'mail'
  to: readonly string[]
  subject: string
  html: string
}

/** A request of the server's own code. */
export type DataRequest = RecordRequest | BatchRequest | FileRequest | MailRequest

/** The response, as the API would send it. */
export interface DataResponse {
  status: number
  /** The JSON, '' if there is none. */
  json: string
  /** The content of a file. */
  bytes?: Uint8Array
}
