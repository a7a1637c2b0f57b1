import type { Readable } from 'node:stream'
import { ApiError } from '../../errors/ApiError.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { type Body, smallBodyBytes } from '../../messages/ApiRequest.ts'
import { parsePairs } from '../../messages/parseQuery.ts'
import type { BodyHold } from './BodyBudget.ts'
import { bodyTooLarge, collectBytes } from './collectBytes.ts'

/** Forms of this kind hold only short texts: long ones and files come as multipart forms. */
const maxUrlencodedBytes = 1024 * 1024

type Headers = Readonly<Record<string, string>>

/** How much of a body is read, and whose memory it takes. */
export interface BodyBounds {
  /** Maximum bytes, of a form with files those of its texts. */
  limit: number
  hold: BodyHold
}

/** Whether the headers of a request say that nothing follows them. */
export const isBodiless = (headers: Headers): boolean =>
  headers['content-length'] === '0' || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)

/** Whether a body may be larger than a small one; one that comes in chunks may be. */
export const mayBeLarge = (headers: Headers): boolean => !(Number(headers['content-length']) <= smallBodyBytes)

/** @throws ApiError 413 when the headers announce more than the limit */
export const assertContentLength = (headers: Headers, limit: number): void => {
  if (Number(headers['content-length']) > limit) throw bodyTooLarge(limit)
}

const isJson = (contentType: string) => contentType.startsWith('application/json')
const isUrlencoded = (contentType: string) => contentType.startsWith('application/x-www-form-urlencoded')

const jsonBody = (bytes: Buffer): Body =>
  bytes.length > smallBodyBytes ? { kind: 'jsonBytes', bytes } : { kind: 'json', text: bytes.toString('utf8') }

const readKnown = async (stream: Readable, contentType: string, { limit, hold }: BodyBounds): Promise<Body> => {
  if (isJson(contentType)) return jsonBody(await collectBytes(stream, limit, hold))
  if (!isUrlencoded(contentType)) {
    return { kind: 'unreadable', reason: `The content type "${contentType}" is none of those that are read.` }
  }
  const bytes = await collectBytes(stream, Math.min(limit, maxUrlencodedBytes), hold)
  return { kind: 'form', encoding: 'urlencoded', values: parsePairs(bytes.toString('utf8')), uploads: [] }
}

/**
 * A body that cannot be read because of an error.
 * @throws the error if it is an ApiError: a body beyond a limit has a response of its own
 */
export const unreadable = (error: unknown): Body => {
  if (error instanceof ApiError) throw error
  return { kind: 'unreadable', reason: messageOf(error) }
}

/**
 * Reads a body without files by its content type. A body that cannot be read says why.
 * @throws ApiError 400, 408, 413 or 503 for a body beyond a limit
 */
export const readBody = async (stream: Readable, contentType: string | undefined, bounds: BodyBounds): Promise<Body> => {
  try {
    return await readKnown(stream, contentType ?? '', bounds)
  } catch (error) {
    return unreadable(error)
  }
}
