import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { HeadObjectCommandOutput, ListObjectsV2CommandOutput, _Object as S3Object } from '@aws-sdk/client-s3'
import type { S3 } from '@coffer/schema'
import type { FileAttributes, Storage } from '../Storage.ts'
import { type LoadedClient, loadClient } from './s3Client.ts'
import { explainS3, isMissing } from './s3Errors.ts'

const unknownType = 'application/octet-stream'
/** How many objects are removed at once. */
const removedAtOnce = 16
/** Bytes of a part of a large file, and into how many one may be cut at most. */
const smallestPart = 8 * 1024 * 1024
const mostParts = 9_000
/** Milliseconds for which files that no deleted record names are spared. */
const sparedFor = 10 * 60_000

export interface S3Options {
  /** A folder for copies of files that something has to read from a disk. */
  scratch: string
  /** Milliseconds that the server has to answer a request. */
  patience?: number
}

const describe = ({ contentType, originalName }: FileAttributes) => ({
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
  const Bucket = settings.bucket
  let loading: Promise<LoadedClient> | undefined

  /** Asks the server, which has to begin its answer in time; what it then sends may take as long as it takes. */
  const ask = async <T>(work: (loaded: LoadedClient, abortSignal: AbortSignal) => Promise<T>): Promise<T> => {
    loading ??= loadClient(settings, patience)
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), patience)
    try {
      return await work(await loading, stop.signal)
    } catch (error) {
      throw explainS3(error, stop.signal.aborted ? patience : undefined)
    } finally {
      clearTimeout(timer)
    }
  }

  const open = async (key: string, Range?: string): Promise<Readable> => {
    const { Body } = await ask(({ sdk, client }, abortSignal) =>
      client.send(new sdk.GetObjectCommand({ Bucket, Key: key, ...(Range ? { Range } : {}) }), { abortSignal }),
    )
    return Body as Readable
  }

  const pages = async function* (Prefix: string, Delimiter?: string): AsyncGenerator<S3Object[]> {
    let token: string | undefined
    do {
      const page: ListObjectsV2CommandOutput = await ask(({ sdk, client }, abortSignal) =>
        client.send(
          new sdk.ListObjectsV2Command({
            Bucket,
            Prefix,
            ...(Delimiter === undefined ? {} : { Delimiter }),
            ...(token === undefined ? {} : { ContinuationToken: token }),
          }),
          { abortSignal },
        ),
      )
      yield page.Contents ?? []
      token = page.NextContinuationToken
    } while (token !== undefined)
  }

  const remove = async (key: string): Promise<void> => {
    await ask(({ sdk, client }, abortSignal) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key: key }), { abortSignal }))
  }

  /** One request each: not every server takes a list of keys. */
  const removeWhere = async (prefix: string, isWanted: (object: S3Object) => boolean): Promise<void> => {
    for await (const page of pages(prefix)) {
      const keys = page.filter(isWanted).flatMap(({ Key }) => Key ?? [])
      for (let start = 0; start < keys.length; start += removedAtOnce) {
        await Promise.all(keys.slice(start, start + removedAtOnce).map(remove))
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
      for await (const page of pages('', '/')) {
        for (const { Key, Size = 0, LastModified = new Date(0) } of page) {
          if (Key !== undefined) files.push({ key: Key, size: Size, modified: LastModified })
        }
      }
      return files
    },

    put: async (key, source, attributes) => {
      const { size } = await stat(source)
      const { Upload } = await import('@aws-sdk/lib-storage')
      loading ??= loadClient(settings, patience)
      const { client } = await loading
      const partSize = Math.max(smallestPart, Math.ceil(size / mostParts))
      const params = { Bucket, Key: key, Body: createReadStream(source), ...describe(attributes) }
      await new Upload({ client, params, partSize, queueSize: 2 }).done().catch(error => {
        throw explainS3(error)
      })
    },

    putBytes: async (key, bytes, attributes) => {
      await ask(({ sdk, client }, abortSignal) =>
        client.send(new sdk.PutObjectCommand({ Bucket, Key: key, Body: bytes, ...describe(attributes) }), { abortSignal }),
      )
    },

    find: async key => {
      try {
        const found = await ask(({ sdk, client }, abortSignal) =>
          client.send(new sdk.HeadObjectCommand({ Bucket, Key: key }), { abortSignal }),
        )
        return storedFile(found)
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    read: async key => {
      const chunks: Uint8Array[] = []
      for await (const chunk of await open(key)) chunks.push(chunk)
      return Buffer.concat(chunks)
    },

    stream: (key, { start, end }) => open(key, `bytes=${start}-${end}`),

    withLocalFile: async (key, work) => {
      await mkdir(scratch, { recursive: true })
      const folder = await mkdtemp(join(scratch, 'copy-'))
      try {
        const path = join(folder, basename(key))
        await pipeline(await open(key), createWriteStream(path))
        return await work(path)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },

    remove,

    removeBelow: prefix => removeWhere(prefix, () => true),

    removeRecords: async (collectionId, records) => {
      // A look into each of thousands of empty folders would take minutes.
      for (const { id, files } of records) if (files.length > 0) await removeRecord(`${collectionId}/${id}`, files)
    },
  }
}
