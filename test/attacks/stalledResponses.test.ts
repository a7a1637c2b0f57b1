import { connect as connectTcp, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { type TestContext, test } from 'vitest'
import { startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { openCertificateAuthority } from '../harness/openCertificateAuthority.ts'
import { signToken } from '../harness/signToken.ts'

/** Inserts seven records of 4 MB, more than the buffers of a connection hold. */
const sql = `
  WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 7)
  INSERT INTO scratch (id, t) SELECT printf('large%010d', n), printf('%.*c', 4 * 1024 * 1024, 'x') FROM many`
const pageBytes = 28 * 1024 * 1024
const page = '/api/collections/scratch/records?filter=id~%22large%22'

interface StalledServer {
  open: () => Socket
  admin: string
}

async function start(protocol: string, { onTestFinished }: TestContext): Promise<StalledServer> {
  const copy = await copySample('magazine', [{ sql }])
  onTestFinished(copy.remove)
  const admin = signToken(copy.dataDir, 'auth', 'admin')
  if (protocol === 'HTTP') {
    const coffer = await startCoffer(copy.dataDir)
    onTestFinished(async () => void (await coffer.end('SIGKILL')))
    return { open: () => connectTcp(coffer.port, '127.0.0.1'), admin }
  }
  const authority = await openCertificateAuthority()
  onTestFinished(authority.remove)
  const { certificate, key } = await authority.issue(['localhost'])
  const coffer = await startCoffer(copy.dataDir, ['--https', '127.0.0.1:0', '--certificate', certificate, '--key', key])
  onTestFinished(async () => void (await coffer.end('SIGKILL')))
  const options = { ca: authority.ca, servername: 'localhost', ALPNProtocols: ['http/1.1'] }
  return { open: () => connectTls({ ...options, host: '127.0.0.1', port: coffer.port }), admin }
}

const requestLines = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers, '\r\n'].join('\r\n')

/** Returns the bytes of responses that the server holds by its own account. A response is held until its connection is closed. */
async function heldBytes({ open, admin }: StalledServer): Promise<number> {
  const socket = open()
  socket.write(requestLines('/api/load/limits', `Authorization: ${admin}`, 'Connection: close'))
  const [, body = ''] = (await text(socket)).split('\r\n\r\n')
  const { resources }: { resources: { name: string; used: number }[] } = JSON.parse(body)
  return resources.find(({ name }) => name === 'responseBytes')?.used ?? Number.NaN
}

test.concurrent.for(['HTTP', 'HTTPS'])(
  'a connection over %s whose client stops reading a response is closed by the server, which holds the response no more',
  { timeout: 600_000 },
  async (protocol, context) => {
    const { expect } = context
    const server = await start(protocol, context)
    const socket = server.open()
    const closed = Promise.withResolvers<void>()
    socket.on('error', () => undefined).on('close', () => closed.resolve())
    let received = 0
    socket.on('data', data => {
      received += data.length
      socket.pause()
    })
    socket.write(requestLines(page))
    await expect.poll(() => received, { timeout: 60_000 }).toBeGreaterThan(0)
    expect(await heldBytes(server)).toBeGreaterThanOrEqual(pageBytes)
    await expect.poll(() => heldBytes(server), { timeout: 480_000, interval: 1_000 }).toBe(0)
    // The client can still read the rest of the buffers, then the end.
    socket.removeAllListeners('data').on('data', data => {
      received += data.length
    })
    socket.resume()
    await closed.promise
    expect(received).toBeLessThan(pageBytes)
  },
)
