import { setTimeout as wait } from 'node:timers/promises'
import { describeMachine } from './harness/describeMachine.ts'
import { rounded } from './harness/percentile.ts'
import { printTable } from './harness/printTable.ts'
import { readOptions } from './harness/readOptions.ts'
import { startContestant } from './lines/Contestant.ts'
import { findLoadGenerator } from './load/findLoadGenerator.ts'
import { mixedRequests } from './memory/mixedRequests.ts'
import { uploadFile } from './memory/uploadFile.ts'

const { commands, only } = readOptions()
const generator = findLoadGenerator()
const samples = 10
const requestsPerSample = 20_000
const connections = 16
/** Seconds of load between two checks of the number of requests sent. */
const burstSeconds = 2
/** More requests than a burstSeconds sends, so that few are repeated. */
const requestsPerBurst = 10_000

/** Milliseconds until a start has released its temporary memory. */
const settlingMs = 3000
const uploadsAtOnce = 20
const uploadBytes = 100 * 1024 * 1024

/** Sends mixed requests and measures the memory after each 20,000; the first 20,000 are the warm-up. */
async function measureMixed(name: string, command: string | undefined): Promise<(string | number)[][]> {
  const contestant = await startContestant(name, 'small', command)
  const { url, server } = contestant
  const tokens = await contestant.tokens()
  const rows: (string | number)[][] = []
  let [responses, errors, bursts, base] = [0, 0, 0, 0]
  for (let sample = 0; sample <= samples; sample += 1) {
    while (responses < (sample + 1) * requestsPerSample) {
      bursts += 1
      const requests = mixedRequests(bursts, requestsPerBurst, tokens)
      const result = await generator.run({ url, requests, connections, from: 0, seconds: burstSeconds })
      responses += result.responses
      errors += result.errors
    }
    const memory = server.memory()
    console.error(`${name}: ${responses} requests, ${rounded(memory)} MB …`)
    base ||= memory
    const change = `${rounded((memory / base - 1) * 100, 1)} %`
    rows.push([sample === 0 ? `${name}, after the warm-up` : name, responses, rounded(memory), change, errors])
  }
  await contestant.stop()
  return rows
}

async function measureUploads(name: string, command: string | undefined): Promise<(string | number)[]> {
  console.error(`${name}: ${uploadsAtOnce} uploads …`)
  const { url, server, stop } = await startContestant(name, 'small', command)
  await wait(settlingMs)
  const before = server.memory()
  server.forgetPeak()
  const started = performance.now()
  const statuses = await Promise.all(Array.from({ length: uploadsAtOnce }, () => uploadFile(url, uploadBytes)))
  const seconds = (performance.now() - started) / 1000
  const peak = server.peakMemory()
  await stop()
  const stored = statuses.filter(status => status === 200).length
  return [name, rounded(before), rounded(peak), stored, rounded(seconds, 1)]
}

console.log(describeMachine())
if (only.test('mixed')) {
  const rows = []
  for (const [name, command] of commands) rows.push(...(await measureMixed(name, command)))
  console.log(`\nMixed requests, ${connections} at once, load by ${generator.name}. Goal: within 10 % of the first sample.\n`)
  printTable(['server', 'requests', 'memory (MB)', 'change', 'errors'], rows)
}
if (only.test('uploads')) {
  const rows = []
  for (const [name, command] of commands) rows.push(await measureUploads(name, command))
  console.log(`\n${uploadsAtOnce} uploads of ${uploadBytes / 1024 ** 2} MB at once. Goal: a peak of 250 MB.\n`)
  printTable(['server', 'memory before (MB)', 'peak (MB)', 'stored', 'seconds'], rows)
}
