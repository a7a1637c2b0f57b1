import type { Readable } from 'node:stream'

/** An answer as it goes over the wire, but for what HTTP itself adds. */
export interface HttpAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  /** Text is sent as UTF-8; a stream is ended when the client goes away. Absent when there is no content. */
  body?: string | Uint8Array | Readable
}
