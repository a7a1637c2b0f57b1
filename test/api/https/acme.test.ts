import { once } from 'node:events'
import { readdir, readFile, stat } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { connect, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createServer } from '../../../packages/server/site/createServer.ts'
import { openPebble, type Pebble } from '../../harness/acme/openPebble.ts'
import { pebblePrograms } from '../../harness/acme/pebblePrograms.ts'
import { runCoffer, startCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { findFreePort } from '../../harness/findFreePort.ts'
import { openHttp2 } from '../../harness/openHttp2.ts'

const programs = await pebblePrograms()

/** Returns the certificate that a client gets for a name. Throws if the handshake fails. */
async function certificateOf(port: number, servername: string | undefined, root?: string) {
  const trust = root === undefined ? { rejectUnauthorized: false } : { ca: root }
  const socket = connect({ port, host: '127.0.0.1', ...(servername === undefined ? {} : { servername }), ...trust })
  await once(socket, 'secureConnect')
  const certificate = socket.getPeerCertificate()
  socket.destroy()
  return certificate
}

/** Opens Pebble for a server on two free ports, and copies a data directory. */
async function prepare(options: { validitySeconds?: number; isTlsBlocked?: boolean } = {}) {
  const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()]
  const tlsPort = options.isTlsBlocked ? await findFreePort() : httpsPort
  const pebble = await openPebble({ programs: programs ?? '', httpPort, tlsPort, ...options })
  const copy = await copySample('magazine')
  onTestFinished(async () => {
    await pebble.close()
    await copy.remove()
  })
  const folder = join(copy.dataDir, '.autocert_cache')
  return { pebble, httpPort, httpsPort, dataDir: copy.dataDir, folder }
}

const quickPauses = {
  rejected: { first: 60_000, longest: 60_000 },
  rateLimited: { first: 60_000, longest: 60_000 },
  unavailable: { first: 1_000, longest: 1_000 },
}

/** Starts a server in this process, which trusts Pebble, until the test ends. */
async function startHere({ pebble, httpPort, httpsPort, dataDir }: Awaited<ReturnType<typeof prepare>>, domains: string[]) {
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, pebble.ca])
  const server = await createServer({
    dataDir,
    encryptionKey: '',
    queryTimeout: 30,
    threads: 'inline',
    orderPauses: quickPauses,
    https: { domains, source: { kind: 'acme', directoryUrl: pebble.directoryUrl } },
  })
  await server.https?.listen(`127.0.0.1:${httpsPort}`)
  await server.https?.listenToRedirect(`127.0.0.1:${httpPort}`)
  server.https?.start()
  let isOpen = true
  const close = async () => {
    if (isOpen) await server.close()
    isOpen = false
    setDefaultCACertificates(trusted)
  }
  onTestFinished(close)
  return { close }
}

/** Returns the failure of the last order of a domain. */
async function failureOf(domain: string, folder: string) {
  return JSON.parse(await readFile(join(folder, 'failures.json'), 'utf8'))[domain]
}

const startProcess = (
  { pebble, httpPort, httpsPort, dataDir }: { pebble: Pebble; httpPort: number; httpsPort: number; dataDir: string },
  ...domains: string[]
) =>
  startCoffer(
    dataDir,
    [
      ...['--http', `127.0.0.1:${httpPort}`, '--https', `127.0.0.1:${httpsPort}`],
      ...['--acmeDirectory', pebble.directoryUrl, ...domains],
    ],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: pebble.caFile } },
  )

describe.skipIf(programs === undefined)('certificates from Pebble', () => {
  test('are ordered once for each domain, stored privately, served, and kept over a restart', async () => {
    const setup = await prepare()
    const { pebble, httpPort, httpsPort, folder, dataDir } = setup
    let coffer = await startProcess(setup, 'one.example.test', 'two.example.test')
    const root = await pebble.root()
    for (const domain of ['one.example.test', 'two.example.test']) {
      await expect.poll(() => certificateOf(httpsPort, domain).then(found => found.subjectaltname)).toBe(`DNS:${domain}`)
      const connection = await openHttp2(httpsPort, root, domain)
      const { status, headers } = await connection.send('GET', '/api/health')
      expect([status, headers['strict-transport-security']]).toEqual([200, 'max-age=2592000'])
      connection.close()
    }
    expect(pebble.orders()).toBe(2)
    const outgoing = get({ port: httpPort, host: '127.0.0.1', path: '/x', headers: { Host: 'two.example.test' }, agent: false })
    const [redirect] = await once(outgoing, 'response')
    redirect.resume()
    expect(redirect.headers.location).toBe(`https://two.example.test:${httpsPort}/x`)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const names = await readdir(folder)
    expect(names.sort()).toEqual(['acme_account+key', 'failures.json', 'issuers.json', 'one.example.test', 'two.example.test'])
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600)

    for (const name of ['other.example.test', '127.0.0.1', undefined]) {
      await expect(certificateOf(httpsPort, name)).rejects.toThrow()
    }
    const second = await runCoffer(['serve', '--dir', dataDir, '--acmeDirectory', pebble.directoryUrl, 'three.example.test'])
    expect([second.status, second.stderr]).toEqual([1, expect.stringContaining('Another server runs on')])
    const { fingerprint256 } = await certificateOf(httpsPort, 'one.example.test')
    const ending = await coffer.end('SIGTERM')
    expect([ending.status, ending.stderr]).toEqual([0, ''])
    expect(ending.stdout).not.toContain('PRIVATE KEY')
    coffer = await startProcess(setup, 'one.example.test', 'two.example.test')
    expect((await certificateOf(httpsPort, 'one.example.test')).fingerprint256).toBe(fingerprint256)
    expect(pebble.orders()).toBe(2)
    await coffer.end('SIGTERM')
  })

  test('are proved over HTTP if the authority cannot connect to the port of HTTPS', async () => {
    const setup = await prepare({ isTlsBlocked: true })
    await startHere(setup, ['one.example.test'])
    await expect
      .poll(() => certificateOf(setup.httpsPort, 'one.example.test').then(found => found.subjectaltname))
      .toBe('DNS:one.example.test')
  })

  test('for the www. name of a domain are ordered when a client asks for it', async () => {
    const setup = await prepare()
    await startHere(setup, ['one.example.test'])
    await expect.poll(() => certificateOf(setup.httpsPort, 'one.example.test')).toBeTruthy()
    expect(setup.pebble.orders()).toBe(1)
    const [first, second] = await Promise.all([1, 2].map(() => certificateOf(setup.httpsPort, 'WWW.one.example.test')))
    expect(first?.subjectaltname).toBe('DNS:www.one.example.test')
    expect(second?.fingerprint256).toBe(first?.fingerprint256)
    expect(setup.pebble.orders()).toBe(2)
  })

  test('are renewed at two thirds of their life; while that fails, the old one is served', async () => {
    const setup = await prepare({ validitySeconds: 15 })
    const { pebble, httpsPort, folder } = setup
    await startHere(setup, ['one.example.test'])
    const current = () => certificateOf(httpsPort, 'one.example.test').then(found => found.fingerprint256)
    await expect.poll(current).toBeTruthy()
    const first = await current()
    const started = performance.now()
    await expect.poll(current, { timeout: 30_000 }).not.toBe(first)
    expect(performance.now() - started).toBeGreaterThan(5_000)
    const second = await current()
    await pebble.stop()
    await expect.poll(async () => (await failureOf('one.example.test', folder))?.count, { timeout: 30_000 }).toBeGreaterThan(1)
    expect(await current()).toBe(second)
    // Polled, because the status says during each attempt that it has not ended.
    await expect
      .poll(() => failureOf('one.example.test', folder))
      .toMatchObject({
        message: expect.stringMatching(/^The authority localhost:\d+ cannot be used: .*ECONNREFUSED/),
        advice: expect.stringContaining('Check that this machine can resolve'),
      })
    await pebble.start()
    await expect.poll(current, { timeout: 30_000 }).not.toBe(second)
    const isRecovered = async () => (await failureOf('one.example.test', folder)) === undefined
    await expect.poll(isRecovered).toBe(true)
  })

  test.each<[string, (pebble: Pebble) => Promise<void>, string, string]>([
    [
      'a domain without a DNS record',
      pebble => pebble.changeDns('set-servfail', { host: 'one.example.test' }),
      'The authority found no address for one.example.test',
      'Create an A or AAAA record for one.example.test',
    ],
    [
      'a domain that points to another machine',
      pebble => pebble.changeDns('add-a', { host: 'one.example.test', addresses: ['127.0.0.9'] }),
      'The authority could not connect to one.example.test',
      'Open the ports 80 and 443',
    ],
  ])('are not ordered again at once for %s, also not after a restart', async (_, breakDns, message, advice) => {
    const setup = await prepare()
    const { pebble, folder } = setup
    await breakDns(pebble)
    const server = await startHere(setup, ['one.example.test'])
    const failure = () => failureOf('one.example.test', folder)
    await expect.poll(async () => (await failure())?.message).toContain(message)
    expect((await failure())?.advice).toContain(advice)
    expect((await failure())?.nextAttempt).toBeGreaterThan(Date.now() + 50_000)
    const orders = pebble.orders()
    await server.close()
    const restarted = await startHere(setup, ['one.example.test'])
    await new Promise(resolve => setTimeout(resolve, 1_500))
    expect(pebble.orders()).toBe(orders)
    await restarted.close()
  })
})
