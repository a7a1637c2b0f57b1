import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { HeadObjectCommandOutput, _Object as S3Object } from '@aws-sdk/client-s3'
import type { S3 } from '@coffer/schema'
import { type FileAttributes, type Storage, sparedFor, unknownType } from '../Storage.ts'
import { Bucket, type Description } from './Bucket.ts'
import { isMissing } from './s3Errors.ts'

/** How many objects are removed at once. */
const removedAtOnce = 16

export interface S3Options {
  /** A folder for copies of files that something has to read from a disk. */
  scratch: string
  /** Milliseconds that the server has to answer a request. */
  patience?: number
}

const describe = ({ contentType, originalName }: FileAttributes): Description => ({
  ContentType: contentType,
  // Headers are ASCII; 0.22 servers write names the same way.
  ...(originalName === undefined ? {} : { Metadata: { 'original-filename': encodeURIComponent(originalName).slice(0, 1024) } }),
})

const storedFile = ({ ContentLength = 0, LastModified, ContentType }: HeadObjectCommandOutput) => ({
  size: ContentLength,
  modified: LastModified ?? new Date(0),
  contentType: ContentType ?? unknownType,
})

/** The files of a bucket, in place of a folder of this machine. Each file has the key there that it would have here. */
export const s3Storage = (settings: S3, { scratch, patience = 30_000 }: S3Options): Storage => {
  const bucket = new Bucket(settings, patience)

  /** One request each: not every server takes a list of keys. */
  const removeWhere = async (prefix: string, isWanted: (object: S3Object) => boolean): Promise<void> => {
    for await (const page of bucket.pages(prefix)) {
      const keys = page.filter(isWanted).flatMap(({ Key }) => Key ?? [])
      for (let start = 0; start < keys.length; start += removedAtOnce) {
        await Promise.all(keys.slice(start, start + removedAtOnce).map(key => bucket.remove(key)))
      }
    }
  }

  const removeRecord = (folder: string, files: readonly string[]): Promise<void> => {
    const spared = Date.now() - sparedFor
    const own = (key: string) => files.some(file => key === `${folder}/${file}` || key.startsWith(`${folder}/thumbs_${file}/`))
    return removeWhere(`${folder}/`, ({ Key = '', LastModified }) => own(Key) || (LastModified?.getTime() ?? 0) < spared)
  }

  return {
    list: async () => {
      const files = []
      for await (const page of bucket.pages('', '/')) {
        for (const { Key, Size = 0, LastModified = new Date(0) } of page) {
          if (Key !== undefined) files.push({ key: Key, size: Size, modified: LastModified })
        }
      }
      return files
    },

    put: async (key, source, attributes) => {
      const { size } = await stat(source)
      await bucket.upload(key, source, size, describe(attributes))
    },

    putBytes: (key, bytes, attributes) => bucket.put(key, bytes, describe(attributes)),

    find: async key => {
      try {
        return storedFile(await bucket.head(key))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    read: async key => {
      const chunks: Uint8Array[] = []
      for await (const chunk of await bucket.open(key)) chunks.push(chunk)
      return Buffer.concat(chunks)
    },

    stream: (key, { start, end }) => bucket.open(key, `bytes=${start}-${end}`),

    withLocalFile: async (key, work) => {
      await mkdir(scratch, { recursive: true })
      const folder = await mkdtemp(join(scratch, 'copy-'))
      try {
        const path = join(folder, basename(key))
        await pipeline(await bucket.open(key), createWriteStream(path))
        return await work(path)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },

    remove: key => bucket.remove(key),

    removeBelow: prefix => removeWhere(prefix, () => true),

    removeRecords: async (collectionId, records) => {
      // A look into each of thousands of empty folders would take minutes.
      for (const { id, files } of records) if (files.length > 0) await removeRecord(`${collectionId}/${id}`, files)
    },
  }
}
