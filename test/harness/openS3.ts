import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { createServer, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { isSigned } from './isSigned.ts'
import { scratchDir } from './scratchDir.ts'

export interface S3Server {
  /** Returns settings for one of its buckets. */
  settings: (bucket: string) => Record<string, unknown>
  /** Lists the keys of a bucket, in order. */
  keys: (bucket: string) => Promise<string[]>
  /** Sets the time when an object was modified. */
  setModified: (bucket: string, key: string, time: Date) => Promise<void>
  close: () => Promise<void>
}

const objectSuffix = '._S3rver_object'
const account = 'S3RVER'

function reject(response: ServerResponse): void {
  const reason =
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.'
  response
    .writeHead(403, { 'Content-Type': 'application/xml', Connection: 'close' })
    .end(`<Error><Code>SignatureDoesNotMatch</Code><Message>${reason}</Message></Error>`)
}

/**
 * Rejects requests with a wrong signature in front of a server that accepts any; that server itself rejects unknown access keys.
 */
async function openGate(behind: number) {
  const gate = createServer(async (request, response) => {
    const isKnown = request.headers.authorization?.includes(`Credential=${account}/`)
    if (isKnown && !isSigned(request, account)) return reject(response)
    // S3 stores an upload completely or not at all, but the server behind also stores the beginning of one that is cut off.
    const body = await buffer(request).catch(() => undefined)
    if (body === undefined) return response.destroy()
    const { method, url, headers } = request
    const passed = send({ host: '127.0.0.1', port: behind, method, path: url, headers }, upstream => {
      response.writeHead(upstream.statusCode ?? 500, upstream.headers)
      upstream.pipe(response)
    })
    passed.on('error', () => response.destroy())
    if (method === 'GET') response.on('close', () => passed.destroy())
    passed.end(body)
  })
  await once(gate.listen(0, '127.0.0.1'), 'listening')
  return gate
}

/** Starts an S3 server on this machine with empty buckets, which accepts only requests signed with its secret. */
export async function openS3(...buckets: string[]): Promise<S3Server> {
  const directory = await mkdtemp(join(scratchDir, 'coffer-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: buckets.map(name => ({ name })),
  })
  const gate = await openGate((await server.run()).port)
  const { port } = gate.address() as AddressInfo
  return {
    settings: bucket => ({
      enabled: true,
      bucket,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      accessKey: account,
      secret: account,
      forcePathStyle: true,
    }),
    keys: async bucket => {
      const names = await readdir(join(directory, bucket), { recursive: true })
      return names
        .filter(name => name.endsWith(objectSuffix))
        .map(name => name.slice(0, -objectSuffix.length))
        .sort()
    },
    setModified: (bucket, key, time) => utimes(join(directory, bucket, `${key}${objectSuffix}`), time, time),
    close: async () => {
      gate.close()
      gate.closeAllConnections()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
