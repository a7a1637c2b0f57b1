import { setTimeout as wait } from 'node:timers/promises'
import { bundleForTests } from '../scripts/bundleForTests.ts'
import { copySample } from '../test/harness/copySample.ts'
import { signToken } from '../test/harness/signToken.ts'
import { slowView, slowViewName } from '../test/harness/slowView.ts'
import { percentile, rounded } from './harness/percentile.ts'
import { printTable } from './harness/printTable.ts'
import { startServerProcess } from './harness/serverProcess.ts'
import { temporaryFolder } from './harness/temporaryFolder.ts'

const starts = 5
const exposures = 9

/** Milliseconds after which a server without requests is at rest: the thread that writes the log ends after five seconds. */
const untilRestMs = 10_000

/**
 * The command of the package, as users install it. The sources of this repository take about 20 MB more, because Node keeps the code
 * without types that it has made of them.
 */
const command = `${await bundleForTests()} serve --dir {dir} --http 127.0.0.1:{port}`

/** Starts the package on the sample; returns the milliseconds to the first response, and the memory in MB at rest. */
async function measureStart(env: NodeJS.ProcessEnv = {}): Promise<{ firstResponseMs: number; memory: number }> {
  const { dataDir, remove } = await copySample('magazine')
  const server = await startServerProcess(dataDir, { command, env })
  await wait(untilRestMs)
  const memory = server.memory()
  await server.stop()
  await remove()
  return { firstResponseMs: server.firstResponseMs, memory }
}

async function timed(url: string, token?: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(url, token === undefined ? {} : { headers: { Authorization: token } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} returned ${response.status}.`)
  return performance.now() - started
}

/** Sends a request repeatedly for a number of milliseconds. */
async function sendRepeatedly(url: string, duration: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + duration
  while (performance.now() < end) times.push(await timed(url))
  return times
}

/** Measures health checks and a list, first without other load and then during a read of ten seconds. */
async function measureBesideSlowRead(): Promise<(string | number)[][]> {
  const { dataDir, remove } = await copySample('magazine', slowView(10))
  const server = await startServerProcess(dataDir)
  const paths = ['/api/health', '/api/collections/tags/records']
  const rows: (string | number)[][] = []
  for (const path of paths) await sendRepeatedly(server.url + path, 500)
  for (const beside of ['nothing else', 'a read of 10 s']) {
    const slow =
      beside === 'nothing else' ? undefined : fetch(`${server.url}/api/collections/${slowViewName}/records?skipTotal=1`)
    for (const path of paths) {
      const times = await sendRepeatedly(server.url + path, 2000)
      rows.push([path, beside, times.length, rounded(percentile(times, 50), 2), rounded(percentile(times, 99), 2)])
    }
    await slow?.then(response => response.body?.cancel())
  }
  await server.stop()
  await remove()
  return rows
}

/** Measures the report of who can reach which records, in milliseconds. */
async function measureExposure(): Promise<number[]> {
  const { dataDir, remove } = await copySample('magazine')
  const server = await startServerProcess(dataDir)
  const token = signToken(dataDir, 'auth', 'admin')
  const times: number[] = []
  for (let run = 0; run < exposures; run += 1) times.push(await timed(`${server.url}/api/access/exposure`, token))
  await server.stop()
  await remove()
  return times
}

// The first start after an installation compiles all sources and stores the result for later starts.
const emptyCache = temporaryFolder()
const first = await measureStart({ NODE_COMPILE_CACHE: emptyCache.path })
emptyCache.remove()
// Fills the cache that the later starts use.
await measureStart()
const later = []
for (let run = 0; run < starts; run += 1) later.push(await measureStart())
const times = later.map(({ firstResponseMs }) => firstResponseMs)
printTable(
  ['start of the package, sample "magazine"', 'measured', 'limit'],
  [
    [`first response, median of ${starts} (ms)`, rounded(percentile(times, 50)), 500],
    [`first response, worst of ${starts} (ms)`, rounded(Math.max(...times)), 500],
    ['memory at rest, all threads (MB)', rounded(Math.max(...later.map(({ memory }) => memory))), 110],
    ['the very first start: first response (ms)', rounded(first.firstResponseMs), '-'],
    ['the very first start: memory (MB)', rounded(first.memory), '-'],
  ],
)
console.log()
const exposureMs = rounded(percentile(await measureExposure(), 50), 1)
printTable(['sample "magazine"', 'measured', 'limit'], [[`exposure, median of ${exposures} (ms)`, exposureMs, 300]])
console.log()
printTable(['request', 'beside', 'responses in 2 s', 'p50 (ms)', 'p99 (ms)'], await measureBesideSlowRead())
