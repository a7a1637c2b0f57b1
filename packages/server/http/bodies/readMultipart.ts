import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { findDiskProblem } from '../../db/diskProblem.ts'
import { badRequest } from '../../errors/ApiError.ts'
import type { Body } from '../../messages/ApiRequest.ts'
import { bodyTooLarge, clientGone, startIdleTimer } from './collectBytes.ts'
import { collectFiles, type UploadPlace } from './collectFiles.ts'
import { type BodyBounds, unreadable } from './readBody.ts'

const maxParts = 1000

const parserFor = (contentType: string, limit: number): BusboyInstance =>
  new Busboy({
    headers: { 'content-type': contentType },
    // Otherwise a file by the name of `..` would have none, and with it be a text.
    preservePath: true,
    limits: { parts: maxParts, fieldSize: limit + 1 },
    isPartAFile: (_name, _type, fileName) => fileName !== undefined && fileName !== '',
  })

/** Feeds the parser to its end. The stream is only let go of when this fails, so that an answer can still be sent. */
const feed = (stream: Readable, parser: BusboyInstance, bytesWritten: () => number, { hold }: BodyBounds): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(idle)
      stream.off('data', count).unpipe(parser)
      stream.pause()
      reject(error)
    }
    const finish = () => {
      clearTimeout(idle)
      hold.complete()
      resolve()
    }
    let received = 0
    const count = (chunk: Buffer) => {
      idle.refresh()
      received += chunk.length
      try {
        hold.resize(received - bytesWritten())
      } catch (error) {
        fail(error)
      }
    }
    const idle = startIdleTimer(fail)
    hold.onTaken(fail)
    if (stream.destroyed) fail(clientGone())
    parser.on('finish', finish).on('error', fail)
    stream
      .on('error', fail)
      .on('data', count)
      .on('close', () => {
        if (!stream.readableEnded) fail(clientGone())
      })
    stream.pipe(parser)
  })

const collectFields = (parser: BusboyInstance, limit: number): [string, string][] => {
  const values: [string, string][] = []
  let bytes = 0
  parser.on('field', (name: string | undefined, value: string) => {
    bytes += Buffer.byteLength(value)
    if (bytes > limit) parser.emit('error', bodyTooLarge(limit))
    else if (name) values.push([name, value])
  })
  parser.on('partsLimit', () => parser.emit('error', badRequest(`A form may have ${maxParts} parts. Send fewer of them.`)))
  return values
}

/** Whether a body of this type may hold files. */
export const isMultipart = (contentType = ''): boolean => contentType.startsWith('multipart/form-data')

const readParts = async (stream: Readable, parser: BusboyInstance, place: UploadPlace, bounds: BodyBounds): Promise<Body> => {
  const values = collectFields(parser, bounds.limit)
  const files = collectFiles(parser, place)
  try {
    await feed(stream, parser, files.bytesTaken, bounds)
    await files.finish()
  } catch (error) {
    await files.abandon()
    throw error
  }
  return { kind: 'form', encoding: 'multipart', values, uploads: files.uploads }
}

/**
 * Reads a multipart form: texts into memory, files to disk while they come in, as far as they are of use. A form that is broken or
 * cut off says why it cannot be read.
 * @throws ApiError 400, 408, 413 or 503 for a form beyond a limit
 * @throws Error of the system when the disk does not take a file
 */
export const readMultipart = async (
  stream: Readable,
  contentType: string | undefined,
  place: UploadPlace,
  bounds: BodyBounds,
): Promise<Body> => {
  try {
    return await readParts(stream, parserFor(contentType ?? '', bounds.limit), place, bounds)
  } catch (error) {
    if (findDiskProblem(error)) throw error
    return unreadable(error)
  }
}
