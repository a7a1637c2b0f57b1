import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { HeadObjectCommandOutput, _Object as S3Object } from '@aws-sdk/client-s3'
import type { S3 } from '@coffer/schema'
import { type FileAttributes, type ListedFile, minLeftoverAgeMs, type Storage, unknownType } from '../Storage.ts'
import { Bucket, type ObjectAttributes } from './Bucket.ts'
import { isMissing } from './s3Errors.ts'

const maxConcurrentRemovals = 16

export interface S3Options {
  /** Folder for temporary copies of files that have to be read from a local disk. */
  scratch: string
  /** Milliseconds until the server has to start its response. */
  timeoutMs?: number
}

const objectAttributes = ({ contentType, originalName }: FileAttributes): ObjectAttributes => ({
  ContentType: contentType,
  // Headers are ASCII. PocketBase 0.22 encodes names in the same way.
  ...(originalName === undefined ? {} : { Metadata: { 'original-filename': encodeURIComponent(originalName).slice(0, 1024) } }),
})

const storedFile = ({ ContentLength = 0, LastModified, ContentType }: HeadObjectCommandOutput) => ({
  size: ContentLength,
  modified: LastModified ?? new Date(0),
  contentType: ContentType ?? unknownType,
})

/** Stores files in an S3 bucket, under the same keys as in a local folder. */
export function s3Storage(settings: S3, { scratch, timeoutMs = 30_000 }: S3Options): Storage {
  const bucket = new Bucket(settings, timeoutMs)

  /** Removes objects with one request each, because some servers do not support the removal of several keys. */
  const removeWhere = async (prefix: string, isRemoved: (object: S3Object) => boolean): Promise<void> => {
    for await (const page of bucket.pages(prefix)) {
      const keys = page.filter(isRemoved).flatMap(({ Key }) => Key ?? [])
      for (let start = 0; start < keys.length; start += maxConcurrentRemovals) {
        await Promise.all(keys.slice(start, start + maxConcurrentRemovals).map(key => bucket.remove(key)))
      }
    }
  }

  const removeRecord = (folder: string, files: readonly string[]): Promise<void> => {
    const newestLeftover = Date.now() - minLeftoverAgeMs
    const own = (key: string) => files.some(file => key === `${folder}/${file}` || key.startsWith(`${folder}/thumbs_${file}/`))
    return removeWhere(`${folder}/`, ({ Key = '', LastModified }) => own(Key) || (LastModified?.getTime() ?? 0) < newestLeftover)
  }

  const listObjects = async (prefix: string, delimiter?: string): Promise<ListedFile[]> => {
    const files = []
    for await (const page of bucket.pages(prefix, delimiter)) {
      for (const { Key, Size = 0, LastModified = new Date(0) } of page) {
        if (Key !== undefined) files.push({ key: Key, size: Size, modified: LastModified })
      }
    }
    return files
  }

  return {
    list: () => listObjects('', '/'),

    listBelow: prefix => listObjects(prefix),

    put: async (key, source, attributes) => {
      const { size } = await stat(source)
      await bucket.upload(key, source, size, objectAttributes(attributes))
    },

    putBytes: (key, bytes, attributes) => bucket.put(key, bytes, objectAttributes(attributes)),

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
      // Listing the empty folders of thousands of records would take minutes.
      for (const { id, files } of records) if (files.length > 0) await removeRecord(`${collectionId}/${id}`, files)
    },
  }
}
