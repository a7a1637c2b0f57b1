import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { copySample } from '../test/harness/copySample.ts'
import { signToken } from '../test/harness/signToken.ts'
import { fillDirectory } from './backup/fillDirectory.ts'
import { inspectBackup } from './backup/inspectBackup.ts'
import { requestSteadily } from './backup/requestSteadily.ts'
import { describeMachine } from './harness/describeMachine.ts'
import { percentile, rounded } from './harness/percentile.ts'
import { printTable } from './harness/printTable.ts'
import { type ServerProcess, startServerProcess } from './harness/serverProcess.ts'
import { temporaryFolder } from './harness/temporaryFolder.ts'
import { createSteadily } from './realtime/createSteadily.ts'

const megabytes = 1024
const perSecond = 500
/** Seconds of writes before the backup begins, which measure the response times without a backup. */
const warmUpSeconds = 5
const name = 'bench.zip'
const goals = { memory: 250, health: 50 }

/** Milliseconds of creates before the measurement. */
const settlingMs = 2000

async function writeUntil(url: string, isOver: () => boolean): Promise<number> {
  let made = 0
  while (!isOver()) made += await createSteadily(url, perSecond, 1)
  return made
}

async function createBackup({ url }: ServerProcess, headers: Record<string, string>): Promise<number> {
  const started = performance.now()
  const response = await fetch(`${url}/api/backups`, { method: 'POST', headers, body: JSON.stringify({ name }) })
  if (response.status !== 204) throw new Error(`The backup got ${response.status}: ${await response.text()}`)
  return (performance.now() - started) / 1000
}

/** Counts the records created over HTTP so far. */
async function countCreated({ url }: ServerProcess): Promise<number> {
  const filter = encodeURIComponent("id !~ 'filler%'")
  const page = await fetch(`${url}/api/collections/scratch/records?perPage=1&fields=id&filter=${filter}`)
  return Number(((await page.json()) as { totalItems?: unknown }).totalItems)
}

const { dataDir, remove } = await copySample('magazine')
process.once('exit', () => rmSync(dirname(dataDir), { recursive: true, force: true }))
console.error(`Filling ${megabytes} MB …`)
fillDirectory(dataDir, megabytes)
const server = await startServerProcess(dataDir)
const headers = { Authorization: signToken(dataDir, 'auth', 'admin'), 'Content-Type': 'application/json' }

let isOver = false
const writing = writeUntil(server.url, () => isOver)
await wait(settlingMs)
const endBefore = requestSteadily(`${server.url}/api/health`)
await wait(warmUpSeconds * 1000)
const before = await endBefore()

console.error('Creating a backup …')
const least = await countCreated(server)
const memory = server.memory()
server.forgetPeak()
const endDuring = requestSteadily(`${server.url}/api/health`)
const seconds = await createBackup(server, headers)
const during = await endDuring()
const peak = server.peakMemory()
const most = await countCreated(server)
isOver = true
const written = await writing
await server.stop()

const look = await inspectBackup(join(dataDir, 'backups', name), temporaryFolder().path)
// The writer numbers rows in the order of its commits, so a consistent state contains all rows up to its last one.
const isState = look.rows === look.lastRow && look.rows >= least && look.rows <= most
await remove()

const yes = (is: boolean) => (is ? 'yes' : 'NO')
const milliseconds = (times: readonly number[], percent: number) => `${rounded(percentile(times, percent), 1)} ms`
console.log(
  `${describeMachine()}\n\nA backup of ${megabytes} MB beside ${perSecond} creates per second: ${rounded(seconds, 1)} s\n`,
)
printTable(
  ['', 'measured', 'goal', 'met'],
  [
    ['memory before', `${rounded(memory)} MB`, '', ''],
    ['peak of memory', `${rounded(peak)} MB`, `${goals.memory} MB`, yes(peak <= goals.memory)],
    ['health before, p99', milliseconds(before, 99), '', ''],
    ['health, p50', milliseconds(during, 50), '', ''],
    ['health, p99', milliseconds(during, 99), `${goals.health} ms`, yes(percentile(during, 99) <= goals.health)],
    ['health, slowest', milliseconds(during, 100), '', ''],
    ['records created', `${written}`, '', ''],
    ['in the archive', `${look.layout}: ${look.files} files`, '', ''],
    ['its databases', look.integrity, 'ok', yes(look.integrity === 'ok')],
    ['its records', `${look.rows}, between ${least} and ${most}`, 'a state that existed', yes(isState)],
  ],
)
