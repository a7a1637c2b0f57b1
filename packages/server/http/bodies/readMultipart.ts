import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { badRequest } from '../../errors/ApiError.ts'
import type { Body } from '../../request/ApiRequest.ts'
import { collectFiles, type UploadPlace } from './collectFiles.ts'
import { bodyTooLarge, unreadable } from './readBody.ts'

const maxParts = 1000
/** Maximum bytes of all parts that are no files together: they are held in memory. */
const maxFieldBytes = 32 * 1024 * 1024

const parserFor = (contentType: string): BusboyInstance =>
  new Busboy({
    headers: { 'content-type': contentType },
    // Otherwise a file by the name of `..` would have none, and with it be a text.
    preservePath: true,
    limits: { parts: maxParts, fieldSize: maxFieldBytes + 1 },
    isPartAFile: (_name, _type, fileName) => fileName !== undefined && fileName !== '',
  })

const gone = () => new Error('The client went away before the form was complete.')

/** Feeds the parser to its end. The stream is only let go of when this fails, so that an answer can still be sent. */
const feed = (stream: Readable, parser: BusboyInstance): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      stream.unpipe(parser)
      stream.pause()
      reject(error)
    }
    if (stream.destroyed) fail(gone())
    parser.on('finish', resolve).on('error', fail)
    stream.on('error', fail).on('close', () => {
      if (!stream.readableEnded) fail(gone())
    })
    stream.pipe(parser)
  })

const collectFields = (parser: BusboyInstance): [string, string][] => {
  const values: [string, string][] = []
  let bytes = 0
  parser.on('field', (name: string | undefined, value: string) => {
    bytes += Buffer.byteLength(value)
    if (bytes > maxFieldBytes) parser.emit('error', bodyTooLarge(maxFieldBytes))
    else if (name) values.push([name, value])
  })
  parser.on('partsLimit', () => parser.emit('error', badRequest(`A form may have ${maxParts} parts. Send fewer of them.`)))
  return values
}

/** Whether a body of this type may hold files. */
export const isMultipart = (contentType = ''): boolean => contentType.startsWith('multipart/form-data')

const readParts = async (stream: Readable, parser: BusboyInstance, place: UploadPlace): Promise<Body> => {
  const values = collectFields(parser)
  const files = collectFiles(parser, place)
  try {
    await feed(stream, parser)
    await files.finish()
  } catch (error) {
    await files.abandon()
    throw error
  }
  return { kind: 'form', encoding: 'multipart', values, uploads: files.uploads }
}

/**
 * Reads a multipart form: texts into memory, files to disk while they come in, as far as they are of use. A form
 * that is broken or cut off says why it cannot be read.
 * @throws ApiError 413 or 400 for a form beyond a limit
 */
export const readMultipart = async (stream: Readable, contentType: string | undefined, place: UploadPlace): Promise<Body> => {
  try {
    return await readParts(stream, parserFor(contentType ?? ''), place)
  } catch (error) {
    return unreadable(error)
  }
}
