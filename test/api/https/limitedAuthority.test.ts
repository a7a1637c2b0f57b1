import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer as createAuthority } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer } from '../../../packages/server/site/createServer.ts'
import { runCoffer } from '../../harness/coffer.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { type CertificateAuthority, openCertificateAuthority } from '../../harness/openCertificateAuthority.ts'

/** Starts an authority that rejects each account with its rate limit, and asks to wait two hours. */
async function openLimitedAuthority(authority: CertificateAuthority) {
  const files = await authority.issue(['localhost'])
  let requests = 0
  const server = createAuthority(
    { cert: await readFile(files.certificate), key: await readFile(files.key) },
    (incoming, outgoing) => {
      requests += 1
      const base = `https://${incoming.headers.host}`
      outgoing.setHeader('Replay-Nonce', 'nonce')
      if (incoming.url === '/directory') {
        const directory = { newNonce: `${base}/nonce`, newAccount: `${base}/account`, newOrder: `${base}/order` }
        outgoing.setHeader('Content-Type', 'application/json').end(JSON.stringify(directory))
        return
      }
      if (incoming.url === '/nonce') {
        outgoing.end()
        return
      }
      const problem = { type: 'urn:ietf:params:acme:error:rateLimited', detail: 'too many new accounts', status: 429 }
      outgoing.writeHead(429, { 'Content-Type': 'application/problem+json', 'Retry-After': '7200' }).end(JSON.stringify(problem))
    },
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { directoryUrl: `https://localhost:${port}/directory`, requests: () => requests, close: () => server.close() }
}

let copy: SampleCopy
let authority: CertificateAuthority
let limited: Awaited<ReturnType<typeof openLimitedAuthority>>
const trusted = getCACertificates('default')
beforeAll(async () => {
  copy = await copySample('magazine')
  authority = await openCertificateAuthority()
  limited = await openLimitedAuthority(authority)
  setDefaultCACertificates([...trusted, authority.ca])
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  limited.close()
  await authority.remove()
  await copy.remove()
})

async function start() {
  const server = await createServer({
    dataDir: copy.dataDir,
    encryptionKey: '',
    queryTimeout: 30,
    threads: 'inline',
    https: { domains: ['one.example.test'], source: { kind: 'acme', directoryUrl: limited.directoryUrl } },
  })
  await server.https?.listen('127.0.0.1:0')
  await server.https?.listenToRedirect('127.0.0.1:0')
  server.https?.start()
  return server
}

const readFailure = async () => {
  const text = await readFile(join(copy.dataDir, '.autocert_cache/status.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text)['one.example.test']?.failure
}

test('a server waits as long as the rate limit of the authority asks, also over restarts, and the doctor says so', async () => {
  let server = await start()
  await expect.poll(async () => (await readFailure())?.message).toContain('The rate limit of the authority is reached')
  const hours = ((await readFailure()).nextAttempt - Date.now()) / (60 * 60_000)
  expect(hours).toBeGreaterThan(1.9)
  const asked = limited.requests()
  for (let restarts = 0; restarts < 3; restarts += 1) {
    await server.close()
    server = await start()
  }
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(limited.requests()).toBe(asked)
  await server.close()

  const { stdout } = await runCoffer(['doctor', '--json', '--dir', copy.dataDir])
  const { findings } = JSON.parse(stdout) as { findings: { check: string }[] }
  expect(findings.filter(({ check }) => check === 'certificates')).toEqual([
    expect.objectContaining({
      severity: 'problem',
      message: expect.stringMatching(
        /^There is no valid certificate for one\.example\.test, .* The rate limit of the authority is reached/,
      ),
      advice: expect.stringContaining('Restarts do not shorten the wait. The next attempt is at'),
    }),
  ])
})
