import type { Readable } from 'node:stream'

/** The memory of a response, counted for its client until it is sent. `runtime/clients/Hold.ts` implements it. */
export interface ResponseMemory {
  /** Number of bytes that have been sent. */
  progress: number
  /** Reduces the number of bytes. */
  shrink: (bytes: number) => void
  release: () => void
  /** Closes the response because its client makes no progress. */
  drop: () => void
  onDropped: (drop: (() => void) | undefined) => void
}

/** An HTTP response, without the headers that Node adds. */
export interface HttpResponse {
  status: number
  headers: Readonly<Record<string, string>>
  /** Text is sent as UTF-8. A stream is destroyed if the client disconnects. Absent if there is no content. */
  body?: string | Uint8Array | Readable
  /** Present if the body is long and no stream, or the response goes over HTTP/2. `sendResponse` releases it. */
  memory?: ResponseMemory
}
