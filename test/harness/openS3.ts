import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import S3rver from 's3rver'
import { scratchDir } from './scratchDir.ts'

export interface S3Server {
  /** Settings that name a bucket of it. */
  settings: (bucket: string) => Record<string, unknown>
  /** The keys of a bucket, in order. */
  keys: (bucket: string) => Promise<string[]>
  close: () => Promise<void>
}

const objectSuffix = '._S3rver_object'

/** Starts an S3 server on this machine with empty buckets. */
export async function openS3(...buckets: string[]): Promise<S3Server> {
  const directory = await mkdtemp(join(scratchDir, 'coffer-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: buckets.map(name => ({ name })),
  })
  const { port } = await server.run()
  return {
    settings: bucket => ({
      ...{ enabled: true, bucket, region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` },
      ...{ accessKey: 'S3RVER', secret: 'S3RVER', forcePathStyle: true },
    }),
    keys: async bucket => {
      const names = await readdir(join(directory, bucket), { recursive: true })
      return names
        .filter(name => name.endsWith(objectSuffix))
        .map(name => name.slice(0, -objectSuffix.length))
        .sort()
    },
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
