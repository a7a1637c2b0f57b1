import { pipeline, Readable } from 'node:stream'
import type { HttpResponse, ResponseMemory } from '../../messages/HttpResponse.ts'
import { largeResponseLength } from '../../query/select/LargeResponseError.ts'
import { releaseMemorySoon } from '../../runtime/releaseMemory.ts'
import { cancelResponse } from '../connections/cancelResponse.ts'
import { isCanceled, type Outgoing } from '../connections/httpMessages.ts'

function lengthOf(body: string | Uint8Array | undefined): number {
  if (body === undefined) return 0
  return typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
}

/** Whether responses with this status must not have a body or a `Content-Length`. */
const isBodilessStatus = (status: number): boolean => status === 204 || status === 304

function sendStream(outgoing: Outgoing, { status, headers }: HttpResponse, body: Readable): void {
  try {
    outgoing.writeHead(status, headers)
    // If the body breaks off, `pipeline` closes the connection, over HTTP/2 the stream, so the client notices that the response is
    // incomplete.
    pipeline(body, outgoing.stream ?? outgoing, () => undefined)
  } catch (error) {
    body.destroy()
    throw error
  }
}

/** Ends a response that its client does not read, or whose memory is needed: over HTTP/1.1 with its connection. */
function dropResponse(outgoing: Outgoing): void {
  if (outgoing.stream) cancelResponse(outgoing.stream)
  else outgoing.destroy()
}

/** Releases the memory of a response once it is sent, and drops the response if its memory is needed. */
function holdUntilClosed(outgoing: Outgoing, memory: ResponseMemory): void {
  memory.onDropped(() => dropResponse(outgoing))
  outgoing.once('close', () => memory.release())
}

/** Number of bytes that are written at once, so that the progress of a long response is known. */
const chunkBytes = 64 * 1024
/** Interval at which the progress of long responses is checked, and the number of bytes that a client has to read in this time. */
const progressIntervalMs = 30_000
const minProgressBytes = 32 * 1024

/** Returns the parts of a body. Each one is taken when the earlier ones have been written to the connection. */
function* chunksOf(body: Uint8Array, memory: ResponseMemory) {
  for (let at = 0; at < body.length; at += chunkBytes) {
    memory.progress = at
    yield body.subarray(at, at + chunkBytes)
  }
}

/** Bodies up to this number of bytes are sent at once, which takes a third less time than parts. Their progress is not known. */
const maxWholeBytes = 1024 * 1024
/** Milliseconds after which a body that was sent at once counts as not read. */
const maxWholeMs = 5 * 60_000

/** Drops the memory of a response that makes too little progress. Returns a function that stops watching. */
function watchProgress(memory: ResponseMemory, isWhole: boolean): () => void {
  let before = 0
  const check = () => {
    if (isWhole || memory.progress - before < minProgressBytes) memory.drop()
    before = memory.progress
  }
  const timer = setInterval(check, isWhole ? maxWholeMs : progressIntervalMs).unref()
  return () => clearInterval(timer)
}

/** Sends a counted body. The response is dropped if the client hardly reads it, or if its memory is needed for other responses. */
function sendCounted(outgoing: Outgoing, response: HttpResponse, body: string | Uint8Array, memory: ResponseMemory): void {
  const isWhole = body.length <= maxWholeBytes
  // The listeners below must not refer to the body: a long text would stay in memory beside its bytes.
  const isLarge = body.length > largeResponseLength
  memory.onDropped(() => dropResponse(outgoing))
  const stopWatching = watchProgress(memory, isWhole)
  outgoing.once('close', () => {
    stopWatching()
    memory.release()
    if (isLarge) releaseMemorySoon()
  })
  if (isWhole) {
    outgoing.writeHead(response.status, response.headers)
    outgoing.end(body)
    return
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  sendStream(outgoing, response, Readable.from(chunksOf(bytes, memory), { objectMode: false }))
}

/**
 * Sends a response. If the client has disconnected, destroys the body stream and sends nothing.
 * @throws Error when Node rejects the status or a header
 */
export function sendResponse(outgoing: Outgoing, response: HttpResponse): void {
  const { status, headers, body, memory } = response
  if (body instanceof Readable) {
    const isHead = outgoing.req.method === 'HEAD'
    if (memory) holdUntilClosed(outgoing, memory)
    if (!isCanceled(outgoing) && !isHead) sendStream(outgoing, response, body)
    else {
      body.destroy()
      if (isCanceled(outgoing)) memory?.release()
      if (isHead) outgoing.writeHead(status, headers).end()
    }
    return
  }
  const hasLength = 'Content-Length' in headers || isBodilessStatus(status)
  const allHeaders = hasLength ? headers : { ...headers, 'Content-Length': `${lengthOf(body)}` }
  if (memory && body !== undefined && outgoing.req.method !== 'HEAD') {
    if (isCanceled(outgoing)) memory.release()
    else sendCounted(outgoing, { status, headers: allHeaders }, body, memory)
    return
  }
  // Over HTTP/2, a client can prevent even the end of a response without a body from being sent.
  if (memory && outgoing.stream && !isCanceled(outgoing)) holdUntilClosed(outgoing, memory)
  else memory?.release()
  outgoing.writeHead(status, allHeaders)
  outgoing.end(body)
}
