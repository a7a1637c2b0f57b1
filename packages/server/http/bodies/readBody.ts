import type { Readable } from 'node:stream'
import type { Body } from '../../request/ApiRequest.ts'
import { parsePairs } from '../../request/parseQuery.ts'

/** Of JSON the first bytes are read and the rest is ignored. */
const longestJson = 32 * 1024 * 1024
const longestForm = 10 * 1024 * 1024

/** Whether the headers of a request say that nothing follows them. */
export const isBodiless = (headers: Readonly<Record<string, string>>): boolean =>
  headers['content-length'] === '0' || (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)

/**
 * The first `limit` bytes of a stream. What comes after is left unread: whoever answers the request lets go of it.
 * @throws Error when the client goes away in the middle
 */
const readStart = (stream: Readable, limit: number): Promise<{ bytes: Buffer; isCut: boolean }> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const end = () => resolve({ bytes: Buffer.concat(chunks, Math.min(length, limit)), isCut: length > limit })
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length <= limit) return
      stream.off('data', take).off('end', end).pause()
      end()
    }
    const close = () => {
      if (!stream.readableEnded) reject(new Error('The client went away before the body was complete.'))
    }
    stream.on('data', take).on('end', end).on('error', reject).on('close', close)
  })

const readUrlencoded = async (stream: Readable): Promise<Body> => {
  const { bytes, isCut } = await readStart(stream, longestForm)
  if (isCut) return { kind: 'unreadable', reason: `A form in an address's form may have ${longestForm} bytes.` }
  return { kind: 'form', encoding: 'urlencoded', values: parsePairs(bytes.toString('utf8')), uploads: [] }
}

const readKnown = async (stream: Readable, contentType: string): Promise<Body> => {
  if (contentType.startsWith('application/json')) {
    return { kind: 'json', text: (await readStart(stream, longestJson)).bytes.toString('utf8') }
  }
  if (contentType.startsWith('application/x-www-form-urlencoded')) return readUrlencoded(stream)
  return { kind: 'unreadable', reason: `The content type "${contentType}" is none of those that are read.` }
}

/** A body that cannot be read because of an error. */
export const unreadable = (error: unknown): Body => ({
  kind: 'unreadable',
  reason: error instanceof Error ? error.message : String(error),
})

/** Reads a body without files by its content type. Never rejects: a body that cannot be read says why. */
export const readBody = async (stream: Readable, contentType: string | undefined): Promise<Body> => {
  try {
    return await readKnown(stream, contentType ?? '')
  } catch (error) {
    return unreadable(error)
  }
}
