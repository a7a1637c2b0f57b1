import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { HeadObjectCommandOutput, ListObjectsV2CommandOutput, _Object as S3Object } from '@aws-sdk/client-s3'
import type { S3 } from '@coffer/schema'
import { type LoadedClient, loadClient } from './s3Client.ts'
import { explainS3 } from './s3Errors.ts'

/** Bytes of a part of a large file, and into how many one may be cut at most. */
const smallestPart = 8 * 1024 * 1024
const mostParts = 9_000

/** What an object is stored with. */
export interface Description {
  ContentType: string
  Metadata?: Record<string, string>
}

/** A bucket as its server is asked for it; what goes wrong is said in a sentence. */
export class Bucket {
  readonly #settings: S3
  readonly #patience: number
  #loading: Promise<LoadedClient> | undefined

  /** @param patience milliseconds that the server has to begin an answer */
  constructor(settings: S3, patience: number) {
    this.#settings = settings
    this.#patience = patience
  }

  /** What is known of an object. Throws with the code ENOENT when there is none. */
  head(key: string): Promise<HeadObjectCommandOutput> {
    return this.#ask(({ sdk, client }, abortSignal) => client.send(new sdk.HeadObjectCommand(this.#object(key)), { abortSignal }))
  }

  /** The content of an object, or a range of it as HTTP writes it. */
  async open(key: string, range?: string): Promise<Readable> {
    const { Body } = await this.#ask(({ sdk, client }, abortSignal) =>
      client.send(new sdk.GetObjectCommand({ ...this.#object(key), ...(range ? { Range: range } : {}) }), { abortSignal }),
    )
    return Body as Readable
  }

  /** The objects below a prefix; with a delimiter only those without it in the rest of their keys. */
  async *pages(prefix: string, delimiter?: string): AsyncGenerator<S3Object[]> {
    let token: string | undefined
    do {
      const page: ListObjectsV2CommandOutput = await this.#ask(({ sdk, client }, abortSignal) =>
        client.send(
          new sdk.ListObjectsV2Command({
            Bucket: this.#settings.bucket,
            Prefix: prefix,
            ...(delimiter === undefined ? {} : { Delimiter: delimiter }),
            ...(token === undefined ? {} : { ContinuationToken: token }),
          }),
          { abortSignal },
        ),
      )
      yield page.Contents ?? []
      token = page.NextContinuationToken
    } while (token !== undefined)
  }

  /** Stores bytes. */
  async put(key: string, bytes: Uint8Array, description: Description): Promise<void> {
    await this.#ask(({ sdk, client }, abortSignal) =>
      client.send(new sdk.PutObjectCommand({ ...this.#object(key), Body: bytes, ...description }), { abortSignal }),
    )
  }

  /** Stores a local file of so many bytes, a large one in parts: it takes as long as it takes. */
  async upload(key: string, path: string, size: number, description: Description): Promise<void> {
    const { Upload } = await import('@aws-sdk/lib-storage')
    const { client } = await this.#load()
    const partSize = Math.max(smallestPart, Math.ceil(size / mostParts))
    const params = { ...this.#object(key), Body: createReadStream(path), ...description }
    await new Upload({ client, params, partSize, queueSize: 2 }).done().catch(error => {
      throw explainS3(error)
    })
  }

  async remove(key: string): Promise<void> {
    await this.#ask(({ sdk, client }, abortSignal) =>
      client.send(new sdk.DeleteObjectCommand(this.#object(key)), { abortSignal }),
    )
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#settings.bucket, Key: key }
  }

  #load(): Promise<LoadedClient> {
    this.#loading ??= loadClient(this.#settings, this.#patience)
    return this.#loading
  }

  /** Asks the server, which has to begin its answer in time; what it then sends may take as long as it takes. */
  async #ask<T>(work: (loaded: LoadedClient, abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    const loading = this.#load()
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), this.#patience)
    try {
      return await work(await loading, stop.signal)
    } catch (error) {
      throw explainS3(error, stop.signal.aborted ? this.#patience : undefined)
    } finally {
      clearTimeout(timer)
    }
  }
}
