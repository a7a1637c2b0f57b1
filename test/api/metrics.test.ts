import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { type RunningCoffer, runCoffer, startCoffer } from '../harness/coffer.ts'
import { copySample, databaseOfRun, type SampleCopy } from '../harness/copySample.ts'
import { repositoryDir } from '../harness/paths.ts'
import { signToken } from '../harness/signToken.ts'

const token = 'a-token-of-some-length'

let copy: SampleCopy
let server: RunningCoffer
beforeAll(async () => {
  copy = await copySample('magazine')
  const path = join(copy.dataDir, '..', 'metrics-token')
  await writeFile(path, `${token}\n`)
  server = await startCoffer(copy.dataDir, [], { env: { ...process.env, COFFER_METRICS_TOKEN_FILE: path } })
})
afterAll(async () => {
  await server.end('SIGTERM')
  await copy.remove()
})

const ask = (path: string, bearer?: string) =>
  askApi(server.port, 'GET', path, bearer === undefined ? {} : { headers: { Authorization: `Bearer ${bearer}` } })

/** Returns the value of each series, by its name and labels. */
async function scrape(): Promise<Map<string, number>> {
  const { status, text, headers } = await ask('/api/metrics', token)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  for (const line of lines) expect(line).toMatch(/^[a-z_0-9]+(\{[^}]*\})? (-?[\d.]+(e[+-]?\d+)?|Nan|[+-]Inf)$/)
  const names = lines.map(line => line.slice(0, line.lastIndexOf(' ')))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  return new Map(lines.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

describe('GET /api/metrics', () => {
  test.each([undefined, '', 'another-token-of-length', `${token}x`])('rejects the token %j', async given => {
    const { status, text } = await ask('/api/metrics', given)
    expect(status).toBe(401)
    expect(text).not.toContain('coffer_')
  })

  test('rejects the token of an admin, and the metrics token in the address', async () => {
    expect((await ask('/api/metrics', signToken(copy.dataDir, 'auth', 'admin'))).status).toBe(401)
    expect((await ask(`/api/metrics?token=${token}`)).status).toBe(401)
  })

  test('counts responses by route and status, with their latency', async () => {
    const route = 'method="GET",route="/collections/:collection/records/:id"'
    const before = await scrape()
    for (let at = 0; at < 3; at++) await ask('/api/collections/posts/records/post00000000001')
    await ask('/api/collections/posts/records/missing')
    const after = await scrape()
    const grown = (series: string) => (after.get(series) ?? 0) - (before.get(series) ?? 0)
    expect(grown(`coffer_http_requests_total{${route},status="200"}`)).toBe(3)
    expect(grown(`coffer_http_requests_total{${route},status="404"}`)).toBe(1)
    expect(grown(`coffer_http_request_duration_seconds_count{${route}}`)).toBe(4)
    expect(grown(`coffer_http_request_duration_seconds_bucket{${route},le="+Inf"}`)).toBe(4)
    expect(grown(`coffer_http_request_duration_seconds_sum{${route}}`)).toBeGreaterThan(0)
    expect([...after.keys()].join('\n')).not.toContain('post00000000001')
  })

  test('counts the responses of a route in both dialects together', async () => {
    const route = 'method="GET",route="/health"'
    const before = await scrape()
    expect([(await ask('/api/health')).status, (await ask('/today/api/health')).status]).toEqual([200, 200])
    const after = await scrape()
    const grown = (series: string) => (after.get(series) ?? 0) - (before.get(series) ?? 0)
    expect(grown(`coffer_http_requests_total{${route},status="200"}`)).toBe(2)
    expect(grown(`coffer_http_request_duration_seconds_count{${route}}`)).toBe(2)
  })

  test('reports the load of the threads, files, caches, mails, streams and backups', async () => {
    // A thread that does not report its lag within half a second is left out of a response.
    const lag = async () => (await scrape()).get('coffer_thread_eventloop_lag_p99_seconds{thread="writer"}')
    await expect.poll(lag).toBeGreaterThanOrEqual(0)
    const series = await scrape()
    for (const name of [
      'coffer_thread_active_seconds_total{thread="writer"}',
      'coffer_thread_tasks{thread="reader1"}',
      'coffer_cache_bytes{cache="responses"}',
      'coffer_backup_age_seconds',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
    ]) {
      expect(series.get(name), name).toBeGreaterThanOrEqual(0)
    }
    expect([...series.keys()].filter(name => name.startsWith('coffer_node'))).toEqual([])
    expect([
      series.get('coffer_realtime_clients'),
      series.get('coffer_waiting_mails'),
      series.get('coffer_waiting_reads'),
    ]).toEqual([0, 0, 0])
  })

  test('reports the size of the database, and only series of the database that is used', async () => {
    const series = await scrape()
    const names = [...series.keys()].filter(name => name.startsWith('coffer_file') || name.startsWith('coffer_database'))
    const [size, other] = [...series].filter(([name]) => name === 'coffer_database_bytes' || name.includes('data.db"'))
    expect([size?.[1], other]).toEqual([expect.toSatisfy(bytes => bytes > 100_000), undefined])
    if (databaseOfRun() === 'sqlite') return expect(names.every(name => name.startsWith('coffer_file_bytes{'))).toBe(true)
    expect(names.filter(name => name.startsWith('coffer_file'))).toEqual([])
    expect(series.get('coffer_database_waiting{thread="reader1",pool="reads"}')).toBe(0)
  })

  test.runIf(databaseOfRun() === 'postgres')('reports the connections that a reader has opened', async () => {
    await ask('/api/collections/posts/records/post00000000001?once')
    const connections = async () => {
      const ofReader = [...(await scrape())].filter(([name]) => name.startsWith('coffer_database_connections{thread="reader1"'))
      return ofReader.reduce((sum, [, value]) => sum + value, 0)
    }
    await expect.poll(connections).toBeGreaterThan(0)
  })

  test.each(['deploy/monitoring/dashboard.json', 'deploy/monitoring/alerts.yml'])(
    '%s uses only metrics that exist',
    async path => {
      const text = await readFile(join(repositoryDir, path), 'utf8')
      if (path.endsWith('.json')) expect(JSON.parse(text)).toMatchObject({ title: 'Coffer', panels: expect.any(Array) })
      const used = new Set(text.match(/\b(?:coffer|nodejs|process)_[a-z0-9_]+\b/g))
      const existing = new Set([...(await scrape()).keys()].map(series => series.replace(/\{.*/, '')))
      const otherDatabase = databaseOfRun() === 'sqlite' ? 'coffer_database_' : 'coffer_file_'
      expect(used.size).toBeGreaterThan(5)
      expect([...used].filter(name => !existing.has(name) && !name.startsWith(otherDatabase))).toEqual([])
    },
  )
})

test('the metrics are off without a token', async () => {
  const { dataDir, remove } = await copySample('fresh')
  const other = await startCoffer(dataDir)
  expect((await askApi(other.port, 'GET', '/api/metrics')).status).toBe(404)
  await other.end('SIGTERM')
  await remove()
})

test('a server does not start with a metrics token that is too short', async () => {
  const { status, stderr } = await runCoffer(['serve'], { env: { ...process.env, COFFER_METRICS_TOKEN: 'short' } })
  expect([status, stderr]).toEqual([1, expect.stringContaining('It must have at least 16 characters.')])
  expect(stderr).not.toContain('short')
})

test('coffer config does not print the metrics token', async () => {
  const { stdout } = await runCoffer(['config'], { env: { ...process.env, COFFER_METRICS_TOKEN: token } })
  expect(stdout).toMatch(/metricsToken +\*{6} +COFFER_METRICS_TOKEN/)
  expect(stdout).not.toContain(token)
})

test('an admin reads the load of the last minutes', async () => {
  for (let at = 0; at < 5; at++) await ask('/api/health')
  const { status, text } = await askApi(server.port, 'GET', '/api/load', { token: signToken(copy.dataDir, 'auth', 'admin') })
  const samples = JSON.parse(text) as Record<string, number>[]
  expect(status).toBe(200)
  expect(samples.at(-1)).toMatchObject({ errors: 0, writerLoad: expect.any(Number), time: expect.any(Number) })
  expect(samples.reduce((sum, { requests = 0 }) => sum + requests, 0)).toBeGreaterThanOrEqual(5)
})
