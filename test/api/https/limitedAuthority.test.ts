import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createServer } from '../../../packages/server/site/createServer.ts'
import { type AuthorityBehavior, openAuthority } from '../../harness/acme/openAuthority.ts'
import { askApi } from '../../harness/askApi.ts'
import { runCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { type CertificateAuthority, openCertificateAuthority } from '../../harness/openCertificateAuthority.ts'
import { signToken } from '../../harness/signToken.ts'

let authority: CertificateAuthority
const trusted = getCACertificates('default')
beforeAll(async () => {
  authority = await openCertificateAuthority()
  setDefaultCACertificates([...trusted, authority.ca])
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  await authority.remove()
})

const domain = 'one.example.test'

/** Prepares servers on a copy of the magazine, whose certificates an authority with this behavior should issue. */
async function prepare(behavior: AuthorityBehavior, domains = [domain]) {
  const { dataDir, remove } = await copySample('magazine')
  const acme = await openAuthority(authority, behavior)
  onTestFinished(async () => {
    acme.close()
    await remove()
  })
  const start = async ({ hasHttps = true } = {}) => {
    const server = await createServer({
      dataDir,
      encryptionKey: '',
      queryTimeout: 30,
      threads: 'inline',
      ...(hasHttps && { https: { domains, source: { kind: 'acme', directoryUrl: acme.directoryUrl } } }),
    })
    onTestFinished(server.close)
    const secure = await server.https?.listen('127.0.0.1:0')
    await server.https?.listenToRedirect('127.0.0.1:0')
    server.https?.start()
    const { port } = await server.listen('127.0.0.1:0')
    return { port, securePort: secure?.port ?? 0, close: server.close }
  }
  const failuresPath = join(dataDir, '.autocert_cache/failures.json')
  const readFailure = async (name = domain) => {
    const text = await readFile(failuresPath, 'utf8').catch(() => '{}')
    return JSON.parse(text)[name]
  }
  return { acme, dataDir, failuresPath, start, readFailure }
}

const limited = 'The rate limit of the authority is reached'

test('a server waits as long as the rate limit of the authority asks, also over restarts, and the doctor says so', async () => {
  const { acme, dataDir, start, readFailure } = await prepare('limitsAccounts')
  let server = await start()
  await expect.poll(async () => (await readFailure())?.message).toContain(limited)
  const hours = ((await readFailure()).nextAttempt - Date.now()) / (60 * 60_000)
  expect(hours).toBeGreaterThan(1.9)
  const asked = acme.requests()
  for (let restarts = 0; restarts < 3; restarts += 1) {
    await server.close()
    server = await start()
  }
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(acme.requests()).toBe(asked)
  await server.close()

  const { stdout } = await runCoffer(['doctor', '--json', '--dir', dataDir])
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

test('a failed order is in the log and in the health check of the running server, with what to do', async () => {
  const { dataDir, start, readFailure } = await prepare('limitsAccounts')
  const { port } = await start()
  await expect.poll(async () => (await readFailure())?.message).toContain(limited)
  const token = signToken(dataDir, 'auth', 'admin')
  const logged = async () => {
    const filter = encodeURIComponent(`message ~ 'No certificate for ${domain} could be ordered'`)
    return (await askApi(port, 'GET', `/api/logs?filter=${filter}`, { token })).text
  }
  await expect.poll(logged).toContain('Restarts do not shorten the wait')
  expect((await askApi(port, 'GET', '/api/logs?perPage=500', { token })).text).not.toContain('PRIVATE KEY')
  const { text } = await askApi(port, 'GET', '/api/doctor', { token })
  expect(text).toContain(`There is no valid certificate for ${domain}`)
})

test('a failed order is not reported after the server has given up its own HTTPS', async () => {
  const { dataDir, failuresPath, start, readFailure } = await prepare('limitsAccounts')
  const limitedServer = await start()
  await expect.poll(async () => (await readFailure())?.message).toContain(limited)
  await limitedServer.close()
  const { port } = await start({ hasHttps: false })
  const isPassed = expect.objectContaining({
    passed: expect.arrayContaining([expect.objectContaining({ check: 'certificates' })]),
  })
  const { text } = await askApi(port, 'GET', '/api/doctor', { token: signToken(dataDir, 'auth', 'admin') })
  expect(JSON.parse(text)).toEqual(isPassed)

  const examineWhenDue = async (nextAttempt: number) => {
    await writeFile(failuresPath, JSON.stringify({ [domain]: { ...(await readFailure()), nextAttempt } }))
    return JSON.parse((await runCoffer(['doctor', '--json', '--dir', dataDir])).stdout)
  }
  expect(await examineWhenDue(Date.now() - 60_000)).not.toEqual(isPassed)
  expect(await examineWhenDue(Date.now() - 2 * 60 * 60_000)).toEqual(isPassed)
})

test('a failed order for the www. name of a domain, which a client has asked for, is in the health check', async () => {
  const { dataDir, start, readFailure } = await prepare('limitsAccounts')
  const { port, securePort } = await start()
  const alias = `www.${domain}`
  const client = connect({ port: securePort, host: '127.0.0.1', servername: alias })
  await expect(once(client, 'secureConnect')).rejects.toThrow()
  await expect.poll(async () => (await readFailure(alias))?.message).toContain(limited)
  const { text } = await askApi(port, 'GET', '/api/doctor', { token: signToken(dataDir, 'auth', 'admin') })
  expect(JSON.parse(text).findings).toContainEqual(
    expect.objectContaining({
      severity: 'notice',
      message: expect.stringContaining(`There is no valid certificate for ${alias}`),
    }),
  )
})

test('a server stops asking for the status of a challenge when it reaches the rate limit of the authority', async () => {
  const { acme, start, readFailure } = await prepare('limitsPolls')
  await start()
  await expect.poll(async () => (await readFailure())?.message).toContain(limited)
  // The client library would ask again after half a second.
  await new Promise(resolve => setTimeout(resolve, 1_500))
  expect(acme.polls()).toBe(2)
})

test('an order that ended at the rate limit of the authority does not end the next order', async () => {
  const second = 'two.example.test'
  const { acme, start, readFailure } = await prepare('limitsPolls', [domain, second])
  await start()
  // By then, the client library wants to ask for the status of the first challenge again.
  await expect.poll(() => acme.polls(2)).toBeGreaterThan(3)
  expect(acme.polls(1)).toBe(2)
  expect((await readFailure()).message).toContain(limited)
  expect((await readFailure(second)).message).toContain('The order has not ended')
})

test('a server stops although the authority has not ended a challenge', async () => {
  const { acme, start, readFailure } = await prepare('neverEnds')
  const server = await start()
  await expect.poll(() => acme.polls()).toBeGreaterThan(1)
  await server.close()
  const asked = acme.requests()
  expect((await readFailure()).message).toBe('The order has not ended: it is running, or the server stopped during it.')
  await new Promise(resolve => setTimeout(resolve, 1_500))
  expect(acme.requests()).toBe(asked)
}, 30_000)
