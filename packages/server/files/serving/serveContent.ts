import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { HttpAnswer } from '../../messages/HttpAnswer.ts'
import type { ByteRange } from '../storage/Storage.ts'
import { readRange } from './ranges.ts'

/** Something with a known size that can be sent whole or in parts. */
export interface Content {
  /** Bytes. */
  size: number
  modified: Date
  contentType: string
  read: () => Promise<Uint8Array>
  stream: (range: ByteRange) => Readable | Promise<Readable>
}

/** What counts of a request for content. */
export interface ContentRequest {
  method: string
  /** The value of a header, by its lower-case name. */
  header: (name: string) => string | undefined
}

type Headers = Record<string, string>
type Send = (status: number, headers: Headers, body: () => Readable | Promise<Uint8Array | Readable>) => Promise<HttpAnswer>

/** Up to this size one read and one write are faster than a stream. */
const smallSize = 256 * 1024

const seconds = (date: Date) => Math.floor(date.getTime() / 1000)

/** The time of an HTTP date in whole seconds; NaN when it is none. */
const secondsOf = (header: string) => Math.floor(Date.parse(header) / 1000)

const isUnchanged = ({ header }: ContentRequest, content: Content): boolean => {
  const since = header('if-modified-since')
  return since !== undefined && header('if-none-match') === undefined && seconds(content.modified) <= secondsOf(since)
}

const wasChangedAfter = ({ header }: ContentRequest, content: Content): boolean => {
  const since = header('if-unmodified-since')
  return since !== undefined && seconds(content.modified) > secondsOf(since)
}

/** A Range counts only while the file is the one that the client has a part of. */
const rangeHeader = ({ header }: ContentRequest, content: Content): string | undefined => {
  const condition = header('if-range')
  return condition === undefined || secondsOf(condition) === seconds(content.modified) ? header('range') : undefined
}

const sendPart = (send: Send, content: Content, headers: Headers, range: ByteRange) => {
  const length = range.end - range.start + 1
  const partHeaders = {
    ...headers,
    'Content-Range': `bytes ${range.start}-${range.end}/${content.size}`,
    'Content-Length': `${length}`,
  }
  return send(206, partHeaders, () => content.stream(range))
}

const sendParts = (send: Send, content: Content, headers: Headers, ranges: readonly ByteRange[]) => {
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

const refuseRange = (headers: Headers, size: number | undefined) => {
  const { 'Cache-Control': _, 'Content-Disposition': __, ...rest } = headers
  const contentRange: Headers = size === undefined ? {} : { 'Content-Range': `bytes */${size}` }
  const message = size === undefined ? 'The Range header cannot be read.\n' : 'The file is shorter than that.\n'
  return { status: 416, headers: { ...rest, ...contentRange, 'Content-Type': 'text/plain; charset=utf-8' }, body: message }
}

/**
 * Answers a GET or HEAD for content: whole, in parts, or that it has not changed since.
 * @param extra headers beside those about the content itself
 */
export const serveContent = async (request: ContentRequest, content: Content, extra: Headers): Promise<HttpAnswer> => {
  const known: Headers = { ...extra, 'Last-Modified': content.modified.toUTCString() }
  if (wasChangedAfter(request, content)) return { status: 412, headers: known }
  if (isUnchanged(request, content)) return { status: 304, headers: known }
  const headers: Headers = { ...known, 'Content-Type': content.contentType, 'Accept-Ranges': 'bytes' }
  const send: Send = async (status, sent, body) =>
    request.method === 'HEAD' ? { status, headers: sent } : { status, headers: sent, body: await body() }
  const range = readRange(rangeHeader(request, content), content.size)
  if (range.kind === 'unreadable') return refuseRange(headers, undefined)
  if (range.kind === 'outside') return refuseRange(headers, content.size)
  if (range.kind === 'parts') {
    const [first, ...more] = range.parts
    return more.length === 0 ? sendPart(send, content, headers, first) : sendParts(send, content, headers, range.parts)
  }
  return send(200, { ...headers, 'Content-Length': `${content.size}` }, () =>
    content.size <= smallSize ? content.read() : content.stream({ start: 0, end: content.size - 1 }),
  )
}
