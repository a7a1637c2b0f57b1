import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyFixture } from '../fixture/copyFixture.ts'
import { startServerProcess } from '../harness/serverProcess.ts'
import { temporaryFolder } from '../harness/temporaryFolder.ts'
import type { Line } from '../lines/Line.ts'
import type { LoadGenerator } from '../load/Load.ts'
import { type CpuProfile, type Period, samplesByStation } from './readProfile.ts'
import { readThreadTimes, type ThreadTime, timesBetween } from './threadTimes.ts'

/** CPU time of a station in a thread, in microseconds per response. */
export interface Cost {
  thread: string
  station: string
  microseconds: number
}

const warmUpSeconds = 4

/** The kinds of threads by the names that they have in the system. */
const kinds: Readonly<Record<string, string>> = {
  'node-MainThread': 'main',
  writer: 'writer',
  reader: 'readers',
  log: 'log',
  'node-V8Worker': "V8's helpers",
  'libuv-worker': "libuv's helpers",
}
/** The thread that collects the samples. */
const profiler = 'v8:ProfEvntProc'

/** Returns the profiles of a server in the order in which its threads have started. The name of a file has the thread's number. */
function readProfiles(folder: string): CpuProfile[] {
  const threadOf = (file: string) => Number(file.split('.')[4])
  const files = readdirSync(folder).sort((a, b) => threadOf(a) - threadOf(b))
  return files.map(file => JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile)
}

/** Returns the kind of the thread that a profile is of: after the main thread, the writer starts first. */
function kindOf({ nodes }: CpuProfile, position: number): string {
  if (position === 0) return 'main'
  if (position === 1) return 'writer'
  return nodes.some(({ callFrame }) => callFrame.url.endsWith('/logs/logWorker.ts')) ? 'log' : 'readers'
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

/** Divides the CPU time of each kind of threads among its stations, by their samples. */
function divide(profiles: readonly CpuProfile[], times: readonly ThreadTime[], period: Period, responses: number): Cost[] {
  const byKind = new Map<string, number>()
  for (const { name, microseconds } of times) add(byKind, kinds[name] ?? 'others', microseconds / responses)
  const samples = new Map<string, Map<string, number>>()
  for (const [position, profile] of profiles.entries()) {
    const kind = kindOf(profile, position)
    const ofKind = samples.get(kind) ?? new Map<string, number>()
    samples.set(kind, ofKind)
    for (const [station, count] of samplesByStation(profile, period)) add(ofKind, station, count)
  }
  return Array.from(byKind).flatMap(([thread, microseconds]) => {
    const ofKind = [...(samples.get(thread) ?? [['', 1] as const])]
    const total = ofKind.reduce((sum, [, count]) => sum + count, 0)
    return ofKind.map(([station, count]) => ({ thread, station, microseconds: (microseconds * count) / total }))
  })
}

/** Measures the CPU time of a response to a line, over all threads of a server that is profiled. */
export async function measureBudget(line: Line, generator: LoadGenerator, seconds: number): Promise<Cost[]> {
  const copy = await copyFixture(line.fixture)
  const profiles = temporaryFolder()
  const server = await startServerProcess(copy.dataDir, { env: { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles.path}` } })
  const requests = await line.requests({ url: server.url, tokens: async () => [] })
  const plan = { url: server.url, requests, connections: line.connections }
  const warmUp = await generator.run({ ...plan, from: 0, seconds: warmUpSeconds })
  const before = readThreadTimes(server.pid)
  const from = Number(process.hrtime.bigint() / 1000n)
  const { responses } = await generator.run({ ...plan, from: warmUp.responses + line.connections, seconds })
  const period = { from, to: Number(process.hrtime.bigint() / 1000n) }
  const threads = timesBetween(before, readThreadTimes(server.pid)).filter(({ name }) => name !== profiler)
  await server.stop()
  const costs = divide(readProfiles(profiles.path), threads, period, responses)
  copy.remove()
  profiles.remove()
  return costs.sort((a, b) => b.microseconds - a.microseconds)
}
