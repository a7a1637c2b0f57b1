import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { badRequest } from '../../api/v022/ApiError.ts'
import { findDiskProblem } from '../../db/diskProblem.ts'
import type { Body } from '../../messages/ApiRequest.ts'
import { bodyTooLarge, clientGone, startIdleTimer } from './collectBytes.ts'
import { collectFiles, type UploadTarget } from './collectFiles.ts'
import { type BodyBounds, unreadable } from './readBody.ts'
import { slicedForm } from './slicedForm.ts'

const maxParts = 1000

const parserFor = (contentType: string, limit: number): BusboyInstance =>
  new Busboy({
    headers: { 'content-type': contentType },
    // Otherwise the parser would strip the name of a file called `..`, and take a file without a name for a value.
    preservePath: true,
    limits: { parts: maxParts, fieldSize: limit + 1 },
    isPartAFile: (_name, _type, fileName) => fileName !== undefined && fileName !== '',
  })

/** Pipes the stream to the parser. On failure the stream is paused instead of destroyed, so that a response can still be sent. */
const feed = (stream: Readable, parser: BusboyInstance, releasedBytes: () => number, { hold }: BodyBounds): Promise<void> =>
  new Promise((resolve, reject) => {
    const sliced = slicedForm()
    const fail = (error: unknown) => {
      clearTimeout(idle)
      stream.off('data', count).unpipe(sliced)
      stream.pause()
      reject(error)
    }
    const finish = () => {
      clearTimeout(idle)
      hold.keep()
      resolve()
    }
    let received = 0
    const count = (chunk: Buffer) => {
      idle.refresh()
      received += chunk.length
      try {
        hold.resize(received - releasedBytes())
      } catch (error) {
        fail(error)
      }
    }
    const idle = startIdleTimer(fail)
    hold.onDropped(fail)
    if (stream.destroyed) fail(clientGone())
    parser.on('finish', finish).on('error', fail)
    stream
      .on('error', fail)
      .on('data', count)
      .on('close', () => {
        if (!stream.readableEnded) fail(clientGone())
      })
    stream.pipe(sliced).pipe(parser)
  })

function collectFields(parser: BusboyInstance, limit: number): [string, string][] {
  const values: [string, string][] = []
  let bytes = 0
  parser.on('field', (name: string | undefined, value: string) => {
    bytes += Buffer.byteLength(value)
    if (bytes > limit) parser.emit('error', bodyTooLarge(limit))
    else if (name) values.push([name, value])
  })
  parser.on('partsLimit', () => parser.emit('error', badRequest(`The form has more than ${maxParts} parts. Send fewer.`)))
  return values
}

async function readParts(stream: Readable, parser: BusboyInstance, target: UploadTarget, bounds: BodyBounds): Promise<Body> {
  const values = collectFields(parser, bounds.limit)
  const files = collectFiles(parser, target)
  try {
    await feed(stream, parser, files.releasedBytes, bounds)
    await files.finish()
  } catch (error) {
    await files.abandon()
    throw error
  }
  return { kind: 'form', encoding: 'multipart', values, uploads: files.uploads }
}

/**
 * Reads a multipart form: values into memory, files to disk, up to their limits. An invalid or incomplete form is `unreadable`,
 * with the reason.
 * @throws ApiError 400, 408, 413 or 503 when the form exceeds a limit
 * @throws Error of the system when a file cannot be written because the disk is full or fails
 */
export async function readMultipart(
  stream: Readable,
  contentType: string | undefined,
  target: UploadTarget,
  bounds: BodyBounds,
): Promise<Body> {
  try {
    return await readParts(stream, parserFor(contentType ?? '', bounds.limit), target, bounds)
  } catch (error) {
    if (findDiskProblem(error)) throw error
    return unreadable(error)
  }
}
