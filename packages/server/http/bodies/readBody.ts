import type { Readable } from 'node:stream'
import { formatBytes } from '@coffer/fields'
import { ApiError } from '../../errors/ApiError.ts'
import type { Body } from '../../request/ApiRequest.ts'
import { parsePairs } from '../../request/parseQuery.ts'

const maxJsonBytes = 32 * 1024 * 1024
/** Forms of this kind hold only short texts: long ones and files come as multipart forms. */
const maxUrlencodedBytes = 1024 * 1024

/** Whether the headers of a request say that nothing follows them. */
export const isBodiless = (headers: Readonly<Record<string, string>>): boolean =>
  headers['content-length'] === '0' || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)

/** The error for a body that is larger than its route or kind allows. */
export const bodyTooLarge = (limit: number): ApiError =>
  new ApiError(413, `The request body may have ${formatBytes(limit)}. Send less at once.`)

/**
 * Collects a stream. What comes after the limit stays unread: the response says so and closes the connection.
 * @throws ApiError 413 above the limit
 * @throws Error when the client disconnects in the middle
 */
const collectBytes = (stream: Readable, limit: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const end = () => resolve(Buffer.concat(chunks, length))
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length <= limit) return
      stream.off('data', take).off('end', end).pause()
      reject(bodyTooLarge(limit))
    }
    const close = () => {
      if (!stream.readableEnded) reject(new Error('The client went away before the body was complete.'))
    }
    stream.on('data', take).on('end', end).on('error', reject).on('close', close)
  })

const readUrlencoded = async (stream: Readable): Promise<Body> => {
  const bytes = await collectBytes(stream, maxUrlencodedBytes)
  return { kind: 'form', encoding: 'urlencoded', values: parsePairs(bytes.toString('utf8')), uploads: [] }
}

const readKnown = async (stream: Readable, contentType: string): Promise<Body> => {
  if (contentType.startsWith('application/json')) {
    return { kind: 'json', text: (await collectBytes(stream, maxJsonBytes)).toString('utf8') }
  }
  if (contentType.startsWith('application/x-www-form-urlencoded')) return readUrlencoded(stream)
  return { kind: 'unreadable', reason: `The content type "${contentType}" is none of those that are read.` }
}

/**
 * A body that cannot be read because of an error.
 * @throws the error if it is an ApiError: a body beyond a limit has a response of its own
 */
export const unreadable = (error: unknown): Body => {
  if (error instanceof ApiError) throw error
  return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) }
}

/**
 * Reads a body without files by its content type. A body that cannot be read says why.
 * @throws ApiError 413 or 400 for a body beyond a limit
 */
export const readBody = async (stream: Readable, contentType: string | undefined): Promise<Body> => {
  try {
    return await readKnown(stream, contentType ?? '')
  } catch (error) {
    return unreadable(error)
  }
}
