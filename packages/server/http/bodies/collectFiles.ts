import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy'
import type { UploadLimits } from '../../messages/ApiReply.ts'
import type { Upload } from '../../messages/ApiRequest.ts'

/** Where the files of a form are written to, and how much of them. */
export interface UploadPlace {
  /** Makes the folder once there is a file. */
  folder: () => Promise<string>
  /** Files of other fields are left out. Of more files than count, and of larger ones, the rest is counted but not written. */
  limits: UploadLimits
}

/** The name without the folders that it lay in. */
const lastPart = (path: string): string => path.split(/[/\\]/).findLast(part => part !== '') ?? path

/** Lets through as much of a file as there is room for, and counts all of it. */
const fitting = (upload: Upload, room: number, count: (chunk: Buffer) => void) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      count(chunk)
      const left = room - upload.size
      upload.size += chunk.length
      if (left > 0) yield chunk.subarray(0, left)
    }
  }

/** Writes the files of a form to disk while they come in. */
export const collectFiles = (parser: BusboyInstance, { folder, limits }: UploadPlace) => {
  const uploads: Upload[] = []
  const streams: BusboyFileStream[] = []
  const writes: Promise<void>[] = []
  const failures: unknown[] = []
  let bytes = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
  }

  const roomFor = (field: string): number | undefined => {
    const limit = limits.get(field)
    const before = uploads.filter(upload => upload.field === field).length
    return limit && (before < limit.files ? limit.size : 0)
  }
  const write = async (upload: Upload, file: BusboyFileStream, room: number) => {
    upload.path = join(await folder(), upload.path)
    if (file.destroyed) throw file.errored ?? new Error('The form was given up before this file was written.')
    await pipeline(file, fitting(upload, room, count), createWriteStream(upload.path))
  }
  parser.on('file', (name: string | undefined, file: BusboyFileStream, fileName: string) => {
    // It may break off before there is a folder to write it to, and an error that nobody hears ends the process.
    file.on('error', error => file.destroy(error))
    streams.push(file)
    const field = name ?? ''
    const room = roomFor(field)
    if (room === undefined) {
      file.on('data', count)
      return
    }
    const upload: Upload = { field, name: lastPart(fileName), path: String(uploads.length), size: 0 }
    uploads.push(upload)
    const written = write(upload, file, room).catch(error => {
      failures.push(error)
      parser.emit('error', error)
    })
    writes.push(written)
  })

  /** Waits until all files are written. Throws when one could not be. */
  const finish = async () => {
    await Promise.all(writes)
    if (failures.length > 0) throw failures[0]
  }
  /** Gives up what is still being written; nothing that comes later is begun. */
  const abandon = async () => {
    parser.removeAllListeners('file')
    for (const file of streams) file.destroy()
    await Promise.all(writes)
  }
  /** Bytes of files that are no longer in memory. */
  const bytesTaken = () => bytes
  return { uploads, bytesTaken, finish, abandon }
}
