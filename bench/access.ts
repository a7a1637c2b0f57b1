import { join } from 'node:path'
import type { CollectionExposure, Exposure } from '@coffer/schema'
import { openDatabase } from '../packages/server/db/sqlite/openDatabase.ts'
import { fillCollection } from './access/fillCollection.ts'
import { AdminClient } from './collections/AdminClient.ts'
import { collectionsOf } from './collections/manyCollections.ts'
import { readBeside } from './collections/readBeside.ts'
import { copyFixture } from './fixture/copyFixture.ts'
import { articleCount, bigCount, idOf } from './fixture/fixtureSize.ts'
import { describeMachine } from './harness/describeMachine.ts'
import { percentile, rounded } from './harness/percentile.ts'
import { printTable } from './harness/printTable.ts'
import { startServerProcess } from './harness/serverProcess.ts'
import { recordsPath } from './lines/requests.ts'

const smallCollections = 190
const largeCollections = 10
const repeats = 5
/** Milliseconds during which views are measured without an exposure beside them. */
const aloneMs = 3000
const exposurePath = '/api/access/exposure'

/** Creates the collections and fills the large ones. Returns the names of these. */
async function prepare(dataDir: string): Promise<string[]> {
  const server = await startServerProcess(dataDir)
  const client = await AdminClient.signIn(server.url)
  // Without indexes, a rule about a text examines all records.
  const large = collectionsOf(largeCollections, 'large').map(collection => ({ ...collection, indexes: [] }))
  await client.send('PUT', '/api/collections/import', { collections: [...collectionsOf(smallCollections, 'some'), ...large] })
  await server.stop()
  const database = openDatabase(join(dataDir, 'data.db'), { readOnly: false })
  const names = large.map(({ name }) => name)
  for (const name of names) {
    console.error(`Filling ${name} …`)
    fillCollection(database, name, bigCount)
  }
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  return names
}

/** Returns the number of cells for which records could not be counted in time. */
const uncounted = (collections: readonly CollectionExposure[]): number =>
  collections
    .flatMap(({ access }) => Object.values(access))
    .flatMap(({ actions, emails, realtime }) => [...Object.values(actions), emails, realtime.collection, realtime.record])
    .filter(cell => cell?.level === 'unknown').length

const { dataDir, remove } = await copyFixture('small')
const names = await prepare(dataDir)
const server = await startServerProcess(dataDir)
const client = await AdminClient.signIn(server.url)
const all: [string, string, number] = ['all collections, large ones sampled', exposurePath, 1000]
const exact: [string, string, number] = ['the large ones, all records', `${exposurePath}?collections=${names.join(',')}`, 15_000]

const rows: (string | number)[][] = []
for (const [what, path, limit] of [all, exact]) {
  console.error(`Exposure of ${what} …`)
  const times: number[] = []
  let notCounted = 0
  for (let turn = 0; turn < repeats; turn += 1) {
    const { json, milliseconds } = await client.send('GET', path)
    times.push(milliseconds)
    notCounted = uncounted((json as unknown as Exposure).collections)
  }
  const [first = 0] = times
  const slowest = Math.max(...times)
  const figures = [first, percentile(times, 50), slowest].map(time => rounded(time))
  rows.push([what, ...figures, limit, slowest <= limit ? 'yes' : 'NO', notCounted])
}

const view = (turn: number) => `${recordsPath('articles')}/${idOf('a', 1 + ((turn * 7919) % articleCount))}`
const besideRows: (string | number)[][] = []
for (const [what, run] of [
  ['nothing else', () => new Promise(resolve => setTimeout(resolve, aloneMs))],
  [all[0], () => client.send('GET', all[1])],
  [exact[0], () => client.send('GET', exact[1])],
] as const) {
  console.error(`Views beside ${what} …`)
  const reading = readBeside(server.url, view)
  await run()
  const { count, p99, slowest, failures } = await reading.stop()
  besideRows.push([what, count, rounded(p99, 1), rounded(slowest, 1), failures])
}
await server.stop()
remove()

const total = smallCollections + largeCollections
console.log(`${describeMachine()}, exposure of ${total} collections, ${largeCollections} of them with 1,000,000 records\n`)
printTable(['exposure of', 'first (ms)', `median of ${repeats} (ms)`, 'slowest (ms)', 'limit', 'met', 'cells not counted'], rows)
console.log('\nViews by id, four at once, during an exposure.\n')
printTable(['beside the exposure of', 'views', 'p99 (ms)', 'slowest (ms)', 'failures'], besideRows)
