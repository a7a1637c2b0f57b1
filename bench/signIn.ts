import { copySample } from '../test/harness/copySample.ts'
import { repositoryDir } from '../test/harness/paths.ts'
import { describeMachine } from './harness/describeMachine.ts'
import { percentile, rounded } from './harness/percentile.ts'
import { printTable } from './harness/printTable.ts'
import { startServerProcess } from './harness/serverProcess.ts'

const attempts = 200
/** If the known identity were not slower or faster, so few or so many slower pairs would have a probability below 1 %. */
const noise = { min: 82, max: 118 }

const pairs = [
  { path: '/api/collections/users/auth-with-password', known: 'carol', unknown: 'nobody' },
  { path: '/api/collections/users/auth-with-password', known: 'bob@readers.example', unknown: 'bib@readers.example' },
  { path: '/api/admins/auth-with-password', known: 'editor@magazine.example', unknown: 'editrix@magazine.example' },
]

const { dataDir, remove } = await copySample('magazine')
const command = `${repositoryDir}/bin/coffer serve --limitTries=false --dir {dir} --http 127.0.0.1:{port}`
const server = await startServerProcess(dataDir, { command })

/** Measures the milliseconds until a wrong password is rejected. */
async function measureRejection(path: string, identity: string): Promise<number> {
  const started = performance.now()
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ identity, password: 'not-the-password' }),
  })
  const { message } = (await response.json()) as { message?: unknown }
  if (message !== 'Failed to authenticate.') throw new Error(`${identity} got ${response.status}: ${message}`)
  return performance.now() - started
}

const rows: (string | number)[][] = []
for (const { path, known, unknown } of pairs) {
  await measureRejection(path, known)
  const times: { known: number; unknown: number }[] = []
  for (let turn = 0; turn < attempts; turn += 1) {
    // The order of the pair alternates.
    const first = turn % 2 === 0 ? await measureRejection(path, known) : await measureRejection(path, unknown)
    const second = turn % 2 === 0 ? await measureRejection(path, unknown) : await measureRejection(path, known)
    times.push(turn % 2 === 0 ? { known: first, unknown: second } : { known: second, unknown: first })
  }
  const slower = times.filter(pair => pair.known > pair.unknown).length
  const middle = (of: readonly number[]) => rounded(percentile(of, 50), 1)
  const differences = times.map(pair => pair.known - pair.unknown)
  rows.push([
    `${known} and ${unknown}`,
    middle(times.map(pair => pair.known)),
    middle(times.map(pair => pair.unknown)),
    `${rounded(percentile(differences, 25), 1)} to ${rounded(percentile(differences, 75), 1)}`,
    `${slower} of ${attempts}`,
    slower >= noise.min && slower <= noise.max ? 'yes' : 'NO',
  ])
}
await server.stop()
await remove()

console.log(`${describeMachine()}, wrong passwords for known and unknown identities, ${attempts} pairs each\n`)
printTable(['identities', 'known (ms)', 'unknown (ms)', 'difference, half of them', 'known one slower', 'noise'], rows)
