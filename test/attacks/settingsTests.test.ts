import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { signToken } from '../harness/signToken.ts'

const attacker = '203.0.113.7'
const other = '198.51.100.3'
/** Tests of one address that run at once, by default. */
const maxTests = 4

/** Opens a server that accepts connections and never answers, until `answer` ends them. */
async function openSilentServer() {
  const sockets = new Set<Socket>()
  let isSilent = true
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    if (!isSilent) socket.destroy()
    sockets.add(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answer = () => {
    isSilent = false
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    answer()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, answer }
}

test.each([
  ['S3', '/api/settings/test/s3', { filesystem: 'storage' }],
  ['mail', '/api/settings/test/email', { email: 'any@example.com', template: 'verification' }],
])(
  'of many tests of the %s settings from one address, a few wait for the other server at once',
  async (_, path, body) => {
    const copy = await copySample('magazine')
    const coffer = await startCoffer(copy.dataDir)
    onTestFinished(async () => {
      await coffer.end('SIGKILL')
      await copy.remove()
    })
    const silent = await openSilentServer()
    const token = signToken(copy.dataDir, 'auth', 'admin')
    const ask = (address: string, method: string, to: string, content: object) =>
      askApi(coffer.port, method, to, { token, body: content, headers: { 'X-Forwarded-For': address } })
    const s3 = {
      enabled: true,
      bucket: 'any',
      region: 'any',
      endpoint: `http://127.0.0.1:${silent.port}`,
      accessKey: 'k',
      secret: 's',
    }
    const smtp = { enabled: true, host: '127.0.0.1', port: silent.port }
    expect((await ask(other, 'PATCH', '/api/settings', { s3: { ...s3, forcePathStyle: true }, smtp })).status).toBe(200)
    const statuses: number[] = []
    const test = async (address: string) => {
      statuses.push((await ask(address, 'POST', path, body)).status)
    }
    const tests = Array.from({ length: 3 * maxTests }, () => test(attacker))
    await expect.poll(() => statuses.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(2 * maxTests)
    expect(statuses).toEqual(Array(2 * maxTests).fill(429))
    tests.push(test(other))
    silent.answer()
    await Promise.all(tests)
    expect(statuses.slice(2 * maxTests)).toEqual(Array(maxTests + 1).fill(400))
  },
  120_000,
)
