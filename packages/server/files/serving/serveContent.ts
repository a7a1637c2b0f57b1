import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { HttpResponse } from '../../messages/HttpResponse.ts'
import type { ByteRange } from '../storage/Storage.ts'
import { parseRange } from './ranges.ts'

/** Content with a known size that can be sent as a whole or in parts. */
export interface Content {
  /** Size in bytes. */
  size: number
  modified: Date
  contentType: string
  read: () => Promise<Uint8Array>
  stream: (range: ByteRange) => Readable | Promise<Readable>
}

/** The properties of a request that determine the response. */
export interface ContentRequest {
  method: string
  /** Returns the value of a header by its lower-case name. */
  header: (name: string) => string | undefined
}

type Headers = Record<string, string>
type Send = (status: number, headers: Headers, body: () => Readable | Promise<Uint8Array | Readable>) => Promise<HttpResponse>

/** Maximum bytes of content that is read at once. Up to this size, one read and one write are faster than a stream. */
const maxReadBytes = 256 * 1024

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

/** Parses an HTTP date to whole seconds; NaN if it is invalid. */
const secondsOf = (header: string) => Math.floor(Date.parse(header) / 1000)

function isUnchanged({ header }: ContentRequest, content: Content): boolean {
  const since = header('if-modified-since')
  return since !== undefined && header('if-none-match') === undefined && seconds(content.modified) <= secondsOf(since)
}

function wasChangedAfter({ header }: ContentRequest, content: Content): boolean {
  const since = header('if-unmodified-since')
  return since !== undefined && seconds(content.modified) > secondsOf(since)
}

/** Returns the Range header, unless `If-Range` shows that the client has a part of an older version of the file. */
function rangeHeader({ header }: ContentRequest, content: Content): string | undefined {
  const condition = header('if-range')
  return condition === undefined || secondsOf(condition) === seconds(content.modified) ? header('range') : undefined
}

function sendPart(send: Send, content: Content, headers: Headers, range: ByteRange) {
  const length = range.end - range.start + 1
  const partHeaders = {
    ...headers,
    'Content-Range': `bytes ${range.start}-${range.end}/${content.size}`,
    'Content-Length': `${length}`,
  }
  return send(206, partHeaders, () => content.stream(range))
}

function sendParts(send: Send, content: Content, headers: Headers, ranges: readonly ByteRange[]) {
  const boundary = randomUUID()
  const heads = ranges.map(
    ({ start, end }, index) =>
      `${index === 0 ? '' : '\r\n'}--${boundary}\r\nContent-Type: ${content.contentType}\r\nContent-Range: bytes ${start}-${end}/${content.size}\r\n\r\n`,
  )
  const tail = `\r\n--${boundary}--\r\n`
  const sizes = [...heads, tail].map(text => Buffer.byteLength(text))
  const length = [...sizes, ...ranges.map(({ start, end }) => end - start + 1)].reduce((sum, size) => sum + size, 0)
  const bytes = async function* () {
    for (const [index, range] of ranges.entries()) {
      yield Buffer.from(heads[index] ?? '')
      yield* await content.stream(range)
    }
    yield Buffer.from(tail)
  }
  const partsHeaders = { ...headers, 'Content-Type': `multipart/byteranges; boundary=${boundary}`, 'Content-Length': `${length}` }
  return send(206, partsHeaders, () => Readable.from(bytes()))
}

function rejectRange(headers: Headers, size: number | undefined) {
  const { 'Cache-Control': _, 'Content-Disposition': __, ...rest } = headers
  const contentRange: Headers = size === undefined ? {} : { 'Content-Range': `bytes */${size}` }
  const message =
    size === undefined ? 'The Range header is invalid.\n' : `The range starts beyond the end of the file (${size} bytes).\n`
  return { status: 416, headers: { ...rest, ...contentRange, 'Content-Type': 'text/plain; charset=utf-8' }, body: message }
}

/**
 * Returns the response to a GET or HEAD request for content, with support for ranges and conditional requests.
 * @param extra additional headers
 */
export async function serveContent(request: ContentRequest, content: Content, extra: Headers): Promise<HttpResponse> {
  const known: Headers = { ...extra, 'Last-Modified': content.modified.toUTCString() }
  if (wasChangedAfter(request, content)) return { status: 412, headers: known }
  if (isUnchanged(request, content)) return { status: 304, headers: known }
  const headers: Headers = { ...known, 'Content-Type': content.contentType, 'Accept-Ranges': 'bytes' }
  const send: Send = async (status, sent, body) =>
    request.method === 'HEAD' ? { status, headers: sent } : { status, headers: sent, body: await body() }
  const range = parseRange(rangeHeader(request, content), content.size)
  if (range.kind === 'unreadable') return rejectRange(headers, undefined)
  if (range.kind === 'outside') return rejectRange(headers, content.size)
  if (range.kind === 'parts') {
    const [first, ...more] = range.parts
    return more.length === 0 ? sendPart(send, content, headers, first) : sendParts(send, content, headers, range.parts)
  }
  return send(200, { ...headers, 'Content-Length': `${content.size}` }, () =>
    content.size <= maxReadBytes ? content.read() : content.stream({ start: 0, end: content.size - 1 }),
  )
}
