import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { type TestContext, test } from 'vitest'
import { startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { openCertificateAuthority } from '../harness/openCertificateAuthority.ts'

/** Inserts seven records of 4 MB, more than the buffers of a connection hold. */
const sql = `
  WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 7)
  INSERT INTO scratch (id, t) SELECT printf('large%010d', n), printf('%.*c', 4 * 1024 * 1024, 'x') FROM many`
const request = `GET /api/collections/scratch/records?filter=id~%22large%22 HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** Starts a server, and returns a function that connects to it. */
async function start(protocol: string, { onTestFinished }: TestContext): Promise<() => Socket> {
  const copy = await copySample('magazine', [{ sql }])
  onTestFinished(copy.remove)
  if (protocol === 'HTTP') {
    const coffer = await startCoffer(copy.dataDir)
    onTestFinished(async () => void (await coffer.end('SIGKILL')))
    return () => connectTcp(coffer.port, '127.0.0.1')
  }
  const authority = await openCertificateAuthority()
  onTestFinished(authority.remove)
  const { certificate, key } = await authority.issue(['localhost'])
  const coffer = await startCoffer(copy.dataDir, ['--https', '127.0.0.1:0', '--certificate', certificate, '--key', key])
  onTestFinished(async () => void (await coffer.end('SIGKILL')))
  const options = { ca: authority.ca, servername: 'localhost', ALPNProtocols: ['http/1.1'] }
  return () => connectTls({ ...options, host: '127.0.0.1', port: coffer.port })
}

test.concurrent.for(['HTTP', 'HTTPS'])(
  'a connection over %s whose client stops reading a response is closed after a minute',
  { timeout: 150_000 },
  async (protocol, context) => {
    const open = await start(protocol, context)
    const socket = open()
    const closed = Promise.withResolvers<void>()
    socket.on('error', () => undefined).on('close', () => closed.resolve())
    let received = 0
    socket.on('data', data => {
      received += data.length
      socket.pause()
    })
    socket.write(request)
    await context.expect.poll(() => received, { timeout: 10_000 }).toBeGreaterThan(0)
    await new Promise(resolve => setTimeout(resolve, 70_000))
    // The client can still read the rest of the buffers, then the end.
    socket.removeAllListeners('data').on('data', data => {
      received += data.length
    })
    socket.resume()
    await closed.promise
    context.expect(received).toBeLessThan(28 * 1024 * 1024)
  },
)
