import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningCoffer, runCoffer, startCoffer } from '../../harness/coffer.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { findFreePort } from '../../harness/findFreePort.ts'
import {
  type CertificateAuthority,
  type CertificateFiles,
  openCertificateAuthority,
} from '../../harness/openCertificateAuthority.ts'
import { openHttp2 } from '../../harness/openHttp2.ts'
import { scratchDir } from '../../harness/scratchDir.ts'

let copy: SampleCopy
let authority: CertificateAuthority
let files: CertificateFiles
let folder = ''
beforeAll(async () => {
  copy = await copySample('magazine')
  authority = await openCertificateAuthority()
  files = await authority.issue(['example.com', 'www.example.com'])
  folder = await mkdtemp(join(scratchDir, 'coffer-certificates-'))
})
afterAll(async () => {
  await copy.remove()
  await authority.remove()
  await rm(folder, { recursive: true })
})

const fileOptions = ({ certificate, key }: CertificateFiles) => ['--certificate', certificate, '--key', key]

/** Returns the fingerprint of the certificate that new clients get. */
async function servedBy(port: number): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', ca: authority.ca, servername: 'example.com' })
  await once(socket, 'secureConnect')
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return fingerprint256
}

/** Sends a request over HTTP. */
async function sendPlain(port: number, method: string, path: string, host: string, body = '') {
  const outgoing = request({ port, host: '127.0.0.1', method, path, agent: false, headers: { Host: host } })
  outgoing.end(body)
  const [incoming] = await once(outgoing, 'response')
  incoming.resume()
  return { status: incoming.statusCode, location: incoming.headers.location }
}

describe('a server with certificate files', () => {
  let coffer: RunningCoffer
  let httpPort = 0
  beforeAll(async () => {
    httpPort = await findFreePort()
    const addresses = ['--https', '127.0.0.1:0', '--http', `127.0.0.1:${httpPort}`]
    coffer = await startCoffer(copy.dataDir, [...addresses, ...fileOptions(files), 'example.com', 'www.example.com', 'b.example'])
  })
  afterAll(async () => {
    const { status, stdout, stderr } = await coffer.end('SIGTERM')
    expect(status).toBe(0)
    expect(stdout + stderr).not.toContain('PRIVATE KEY')
  })

  test('names its domain in the start message', () => {
    expect(coffer.output()).toContain(`Server started at https://example.com:${coffer.port}\n`)
    expect(coffer.output()).toContain(`Dashboard: https://example.com:${coffer.port}/_/`)
  })

  test.each([
    ['example.com', 'example.com'],
    ['WWW.example.com:80', 'www.example.com'],
    ['127.0.0.1', 'example.com'],
    ['other.example', 'example.com'],
  ])('redirects reads of http://%s to https://%s', async (host, domain) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, location } = await sendPlain(httpPort, method, '/a%20b?c=//d', host)
      expect([status, location]).toEqual([302, `https://${domain}:${coffer.port}/a%20b?c=//d`])
    }
  })

  test('rejects requests over HTTP that send data', async () => {
    const small = await sendPlain(httpPort, 'POST', '/api/admins/auth-with-password', 'example.com', '{"password":"x"}')
    expect(small).toEqual({ status: 400, location: undefined })
    const large = await sendPlain(httpPort, 'POST', '/api/collections', 'example.com', 'x'.repeat(3_000_000))
    expect(large.status).toBe(400)
  })

  test('answers no challenge that it does not expect', async () => {
    const { status } = await sendPlain(httpPort, 'GET', '/.well-known/acme-challenge/token', 'example.com')
    expect(status).toBe(302)
  })

  test('redirects the www. name of a domain only if it is not a domain itself', async () => {
    const connection = await openHttp2(coffer.port, authority.ca, 'www.example.com')
    expect((await connection.send('GET', '/api/health')).status).toBe(200)
    const headers = { ':authority': `www.b.example:${coffer.port}` }
    const { status, headers: received } = await connection.send('POST', '/api/x?y=1', { headers, body: '{}' })
    expect([status, received.location]).toEqual([307, `https://b.example:${coffer.port}/api/x?y=1`])
    connection.close()
  })

  test('serves a renewed certificate without closing connections', async () => {
    const connection = await openHttp2(coffer.port, authority.ca, 'example.com')
    const before = await servedBy(coffer.port)
    await authority.issue(['example.com', 'www.example.com'])
    await expect.poll(() => servedBy(coffer.port)).not.toBe(before)
    expect((await connection.send('GET', '/api/health')).status).toBe(200)
    expect(coffer.output()).not.toContain('Error')
    connection.close()
  })

  test('keeps its certificate while the files are damaged', async () => {
    const before = await servedBy(coffer.port)
    await writeFile(files.key, 'no key')
    await expect.poll(coffer.output).toContain('The changed certificate is not served; the old one still is.')
    expect(await servedBy(coffer.port)).toBe(before)
    await authority.issue(['example.com'])
    await expect.poll(() => servedBy(coffer.port)).not.toBe(before)
  })
})

const start = (...args: string[]) =>
  runCoffer(['serve', '--dir', copy.dataDir, '--http', '127.0.0.1:0', '--https', '127.0.0.1:0', ...args])

test.each<[string, (folder: string) => Promise<string[]>, string]>([
  ['is missing', async () => ['--certificate', join(folder, 'none.pem'), '--key', files.key], 'none.pem'],
  ['is no certificate', async () => fileOptions({ certificate: files.key, key: files.key }), 'The certificate is not valid PEM'],
  [
    'has the key of another certificate',
    async () => {
      const key = join(folder, 'other.pem')
      await cp(files.key, key)
      await authority.issue(['example.com'])
      return fileOptions({ certificate: files.certificate, key })
    },
    'The key does not belong to the certificate.',
  ],
  [
    'has an encrypted key',
    async () => {
      const key = join(folder, 'encrypted.pem')
      await writeFile(key, '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n')
      return fileOptions({ certificate: files.certificate, key })
    },
    'The key is encrypted: store it without a passphrase.',
  ],
])('a server whose certificate %s does not start', async (_, options, message) => {
  const { status, stderr } = await start(...(await options(folder)))
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
  expect(stderr).not.toContain('    at ')
  expect(stderr).not.toContain(readFileSync(files.key, 'utf8').split('\n')[1])
})

test.each(['--http', '--https'])('a server whose port of %s is in use does not start, and names the port', async option => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const { status, stderr } = await start(...fileOptions(files), option, `127.0.0.1:${port}`)
  expect([status, stderr]).toEqual([1, expect.stringContaining(`127.0.0.1:${port} is in use by another program.`)])
  expect(stderr).toContain(`choose another port with ${option}`)
  other.close()
})
