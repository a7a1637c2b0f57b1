import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy'
import type { UploadLimit, UploadLimits } from '../../messages/ApiReply.ts'
import type { Upload } from '../../messages/Upload.ts'

/** The folder for the files of a form, and their limits. */
export interface UploadTarget {
  /** Returns the folder. The first call creates it. */
  folder: () => Promise<string>
  /**
   * Files of fields without limits are skipped. Files beyond the number of their field are counted, but not written, and neither are
   * bytes beyond its size.
   */
  limits: UploadLimits
}

/** The index of a request in the key of a file of a batch, such as `requests.0.photo` or `requests[0].photo`. */
const indexOfRequest = /^requests(?:\.\d+\.|\[\d+\]\.)/

const baseNameOf = (path: string): string => path.split(/[/\\]/).findLast(part => part !== '') ?? path

/** Passes on the first `maxBytes` of a file, and counts all of its bytes. */
const truncate = (upload: Upload, maxBytes: number, count: (chunk: Buffer) => void) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      count(chunk)
      const left = maxBytes - upload.size
      upload.size += chunk.length
      if (left > 0) yield chunk.subarray(0, left)
    }
  }

/** Writes the files of a form to disk as they arrive. */
export function collectFiles(parser: BusboyInstance, { folder, limits }: UploadTarget) {
  const uploads: Upload[] = []
  const streams: BusboyFileStream[] = []
  const writes: Promise<void>[] = []
  const failures: unknown[] = []
  const counts = new Map<string, number>()
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
  }

  const isBeyondNumber = (field: string, { files }: UploadLimit): boolean => {
    const number = (counts.get(field) ?? 0) + 1
    counts.set(field, number)
    return number > files
  }
  const write = async (upload: Upload, name: string, file: BusboyFileStream, maxBytes: number) => {
    upload.path = join(await folder(), name)
    if (file.destroyed) throw file.errored ?? new Error('The upload was canceled before this file was written.')
    await pipeline(file, truncate(upload, maxBytes, count), createWriteStream(upload.path))
  }
  parser.on('file', (name: string | undefined, file: BusboyFileStream, fileName: string) => {
    // The stream can fail before the folder exists, and an error event without a listener would end the process.
    file.on('error', error => file.destroy(error))
    streams.push(file)
    const field = name ?? ''
    const limit = limits.get(field) ?? limits.get(field.replace(indexOfRequest, 'requests.*.'))
    const upload: Upload = { field, name: baseNameOf(fileName), path: '', size: 0 }
    if (limit) uploads.push(upload)
    if (!limit || isBeyondNumber(field, limit)) {
      file.on('data', count)
      return
    }
    const written = write(upload, String(uploads.length - 1), file, limit.size).catch(error => {
      failures.push(error)
      parser.emit('error', error)
    })
    writes.push(written)
  })

  /** Waits until all files are written. Throws the first error. */
  const finish = async () => {
    await Promise.all(writes)
    if (failures.length > 0) throw failures[0]
  }
  /** Stops writing and ignores all further files. */
  const abandon = async () => {
    parser.removeAllListeners('file')
    for (const file of streams) file.destroy()
    await Promise.all(writes)
  }
  /** Returns the number of file bytes that are no longer in memory. */
  const releasedBytes = () => bytes
  return { uploads, releasedBytes, finish, abandon }
}
