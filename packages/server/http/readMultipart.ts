import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { Body, Upload } from '../request/ApiRequest.ts'

const mostParts = 1000
/** Of all parts that are no files together: they are kept in memory. */
const longestFields = 42 * 1024 * 1024

const parserFor = (contentType: string): BusboyInstance =>
  new Busboy({
    headers: { 'content-type': contentType },
    limits: { parts: mostParts, fieldSize: longestFields + 1 },
    isPartAFile: (_name, _type, fileName) => fileName !== undefined && fileName !== '',
  })

/** Feeds the parser to its end. The stream is only let go of when this fails, so that an answer can still be sent. */
const feed = (stream: Readable, parser: BusboyInstance): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      stream.unpipe(parser)
      stream.pause()
      reject(error)
    }
    parser.on('finish', resolve).on('error', fail)
    stream.on('error', fail).on('close', () => {
      if (!stream.readableEnded) fail(new Error('The client went away before the form was complete.'))
    })
    stream.pipe(parser)
  })

const collectFields = (parser: BusboyInstance): [string, string][] => {
  const values: [string, string][] = []
  let bytes = 0
  parser.on('field', (name: string | undefined, value: string) => {
    bytes += Buffer.byteLength(value)
    if (bytes > longestFields) parser.emit('error', new Error(`The fields of a form may have ${longestFields} bytes together.`))
    else if (name) values.push([name, value])
  })
  parser.on('partsLimit', () => parser.emit('error', new Error(`A form may have ${mostParts} parts.`)))
  return values
}

/** Writes files to disk while they come in. */
const collectFiles = (parser: BusboyInstance, uploadFolder: () => Promise<string>) => {
  const uploads: Upload[] = []
  const streams: BusboyFileStream[] = []
  const writes: Promise<void>[] = []
  const failures: unknown[] = []
  const write = async (upload: Upload, file: BusboyFileStream) => {
    upload.path = join(await uploadFolder(), upload.path)
    if (file.destroyed) throw file.errored ?? new Error('The form was given up before this file was written.')
    const target = createWriteStream(upload.path)
    await pipeline(file, target)
    upload.size = target.bytesWritten
  }
  parser.on('file', (name: string | undefined, file: BusboyFileStream, fileName: string) => {
    // It may break off before there is a folder to write it to, and an error that nobody hears ends the process.
    file.on('error', error => file.destroy(error))
    const upload: Upload = { field: name ?? '', name: fileName, path: String(uploads.length), size: 0 }
    uploads.push(upload)
    streams.push(file)
    const written = write(upload, file).catch(error => {
      failures.push(error)
      parser.emit('error', error)
    })
    writes.push(written)
  })
  const finish = async () => {
    await Promise.all(writes)
    if (failures.length > 0) throw failures[0]
  }
  const abandon = async () => {
    for (const file of streams) file.destroy()
    await Promise.all(writes)
  }
  return { uploads, finish, abandon }
}

/**
 * Reads a multipart form: texts into memory, files to disk while they come in.
 * @throws Error when it is broken, cut off, or has more than it may have
 */
export const readMultipart = async (
  stream: Readable,
  contentType: string,
  uploadFolder: () => Promise<string>,
): Promise<Body> => {
  const parser = parserFor(contentType)
  const values = collectFields(parser)
  const files = collectFiles(parser, uploadFolder)
  try {
    await feed(stream, parser)
    await files.finish()
  } catch (error) {
    await files.abandon()
    throw error
  }
  return { kind: 'form', encoding: 'multipart', values, uploads: files.uploads }
}
