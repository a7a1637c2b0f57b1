import type { Readable } from 'node:stream'
import { ApiError } from '../../api/v022/ApiError.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { type Body, type RequestHead, smallBodyBytes } from '../../messages/ApiRequest.ts'
import { parsePairs } from '../../messages/parseQuery.ts'
import type { Hold } from '../../runtime/clients/Hold.ts'
import { bodyTooLarge, collectBytes } from './collectBytes.ts'

/** Urlencoded forms contain only short values: clients send long values and files as multipart forms. */
const maxUrlencodedBytes = 1024 * 1024

type Headers = Readonly<Record<string, string>>

/** The size limit of a body and the memory reserved for it. */
export interface BodyBounds {
  /** Maximum bytes of the body; in multipart forms, of the values without the files. */
  limit: number
  hold: Hold
}

/** Whether the headers of a request show that it has no body. */
export function isBodiless(headers: Headers): boolean {
  return (
    headers['content-length'] === '0' || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
  )
}

/** Whether a request has a body that a route may read. */
export function hasBody({ method, headers }: Pick<RequestHead, 'method' | 'headers'>): boolean {
  return method !== 'GET' && method !== 'HEAD' && !isBodiless(headers)
}

/** Whether a body can exceed `smallBodyBytes`. The size of a chunked body is unknown, so it can. */
export function mayBeLarge(headers: Headers): boolean {
  return !(Number(headers['content-length']) <= smallBodyBytes)
}

/** Whether a body of this content type can contain files. */
export function isMultipart(contentType = ''): boolean {
  return contentType.startsWith('multipart/form-data')
}

/** Returns the resource that the memory of a body counts for. Small bodies have their own limits, so large ones cannot block a sign-in. */
export function bodyResource(headers: Headers): 'largeBodyBytes' | 'smallBodyBytes' {
  return isMultipart(headers['content-type']) || mayBeLarge(headers) ? 'largeBodyBytes' : 'smallBodyBytes'
}

/** @throws ApiError 413 when `Content-Length` exceeds the limit */
export function assertContentLength(headers: Headers, limit: number): void {
  if (Number(headers['content-length']) > limit) throw bodyTooLarge(limit)
}

const isJson = (contentType: string) => contentType.startsWith('application/json')
const isUrlencoded = (contentType: string) => contentType.startsWith('application/x-www-form-urlencoded')

const jsonBody = (bytes: Buffer): Body =>
  bytes.length > smallBodyBytes ? { kind: 'jsonBytes', bytes } : { kind: 'json', text: bytes.toString('utf8') }

async function readKnown(stream: Readable, contentType: string, { limit, hold }: BodyBounds): Promise<Body> {
  if (isJson(contentType)) return jsonBody(await collectBytes(stream, limit, hold))
  if (!isUrlencoded(contentType)) {
    return { kind: 'unreadable', reason: `The content type "${contentType}" is not supported.` }
  }
  const bytes = await collectBytes(stream, Math.min(limit, maxUrlencodedBytes), hold)
  return { kind: 'form', encoding: 'urlencoded', values: parsePairs(bytes.toString('utf8')), uploads: [] }
}

/**
 * Converts an error to an unreadable body, whose handler decides how to respond.
 * @throws the error itself if it is an ApiError or a Rejection, because it already determines the response
 */
export function unreadable(error: unknown): Body {
  if (error instanceof ApiError || error instanceof Rejection) throw error
  return { kind: 'unreadable', reason: messageOf(error) }
}

/**
 * Reads a JSON or urlencoded body. A body that cannot be parsed is `unreadable`, with the reason.
 * @throws ApiError 400, 408, 413 or 503 when the body exceeds a limit
 */
export async function readBody(stream: Readable, contentType: string | undefined, bounds: BodyBounds): Promise<Body> {
  try {
    return await readKnown(stream, contentType ?? '', bounds)
  } catch (error) {
    return unreadable(error)
  }
}
