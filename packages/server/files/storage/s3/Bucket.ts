import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { HeadObjectCommandOutput, ListObjectsV2CommandOutput, _Object as S3Object } from '@aws-sdk/client-s3'
import type { S3 } from '@coffer/schema'
import { type LoadedClient, loadClient } from './s3Client.ts'
import { explainS3 } from './s3Errors.ts'

/** Minimum bytes of a part in a multipart upload. */
const minPartBytes = 8 * 1024 * 1024
/** Maximum number of parts in a multipart upload. S3 allows 10,000. */
const maxParts = 9_000

/** The attributes to store with an object. */
export interface ObjectAttributes {
  ContentType: string
  Metadata?: Record<string, string>
}

/** Sends requests about the objects of a bucket. Rejects with errors that have readable messages. */
export class Bucket {
  readonly #settings: S3
  readonly #timeoutMs: number
  #loading: Promise<LoadedClient> | undefined

  /** @param timeoutMs milliseconds until the server has to start its response */
  constructor(settings: S3, timeoutMs: number) {
    this.#settings = settings
    this.#timeoutMs = timeoutMs
  }

  /** Returns the attributes of an object. Rejects with the code ENOENT if it does not exist. */
  head(key: string): Promise<HeadObjectCommandOutput> {
    return this.#send(({ sdk, client }, abortSignal) =>
      client.send(new sdk.HeadObjectCommand(this.#object(key)), { abortSignal }),
    )
  }

  /** Opens the content of an object, or an HTTP range of it. */
  async open(key: string, range?: string): Promise<Readable> {
    const { Body } = await this.#send(({ sdk, client }, abortSignal) =>
      client.send(new sdk.GetObjectCommand({ ...this.#object(key), ...(range ? { Range: range } : {}) }), { abortSignal }),
    )
    return Body as Readable
  }

  /** Lists the objects whose keys start with a prefix; with a delimiter, only keys without the delimiter after the prefix. */
  async *pages(prefix: string, delimiter?: string): AsyncGenerator<S3Object[]> {
    let token: string | undefined
    do {
      const page: ListObjectsV2CommandOutput = await this.#send(({ sdk, client }, abortSignal) =>
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

  async put(key: string, bytes: Uint8Array, attributes: ObjectAttributes): Promise<void> {
    await this.#send(({ sdk, client }, abortSignal) =>
      client.send(new sdk.PutObjectCommand({ ...this.#object(key), Body: bytes, ...attributes }), { abortSignal }),
    )
  }

  /** Uploads a local file, in parts if it is large. Has no timeout. */
  async upload(key: string, path: string, size: number, attributes: ObjectAttributes): Promise<void> {
    const { Upload } = await import('@aws-sdk/lib-storage')
    const { client } = await this.#load()
    const partSize = Math.max(minPartBytes, Math.ceil(size / maxParts))
    const params = { ...this.#object(key), Body: createReadStream(path), ...attributes }
    await new Upload({ client, params, partSize, queueSize: 2 }).done().catch(error => {
      throw explainS3(error)
    })
  }

  async remove(key: string): Promise<void> {
    await this.#send(({ sdk, client }, abortSignal) =>
      client.send(new sdk.DeleteObjectCommand(this.#object(key)), { abortSignal }),
    )
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#settings.bucket, Key: key }
  }

  #load(): Promise<LoadedClient> {
    this.#loading ??= loadClient(this.#settings, this.#timeoutMs)
    return this.#loading
  }

  /** Sends a request. The timeout applies until the response starts, not to the transfer of its body. */
  async #send<T>(work: (loaded: LoadedClient, abortSignal: AbortSignal) => Promise<T>): Promise<T> {
    const loading = this.#load()
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), this.#timeoutMs)
    try {
      return await work(await loading, stop.signal)
    } catch (error) {
      throw explainS3(error, stop.signal.aborted ? this.#timeoutMs : undefined)
    } finally {
      clearTimeout(timer)
    }
  }
}
