import type { Readable } from 'node:stream'

/** An HTTP response, without the headers that Node adds. */
export interface HttpResponse {
  status: number
  headers: Readonly<Record<string, string>>
  /** Text is sent as UTF-8. A stream is destroyed if the client disconnects. Absent if there is no content. */
  body?: string | Uint8Array | Readable
}
