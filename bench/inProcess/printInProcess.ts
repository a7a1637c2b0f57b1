import { join } from 'node:path'
import type { Collection } from '@coffer/schema'
import { RecordPage } from '../../packages/server/api/pages.ts'
import { recordFormat, serializeRecords } from '../../packages/server/api/v022/write/SerializedRecord.ts'
import { loadCatalog } from '../../packages/server/catalog/loadCatalog.ts'
import { SqliteReader } from '../../packages/server/db/sqlite/SqliteReader.ts'
import type { ApiRequest } from '../../packages/server/messages/ApiRequest.ts'
import { compileQuery } from '../../packages/server/query/compile/compileQuery.ts'
import type { RequestValues } from '../../packages/server/query/operands/RequestValues.ts'
import { countRecords, selectRecords } from '../../packages/server/query/select/selectRecords.ts'
import { findAllowedRow } from '../../packages/server/records/access/findAllowed.ts'
import { shapeOf } from '../../packages/server/records/rows/shape.ts'
import { createActor } from '../../packages/server/records/rules/Actor.ts'
import { showRows } from '../../packages/server/records/visible/showRecords.ts'
import { copyFixture } from '../fixture/copyFixture.ts'
import { articleCount, idOf } from '../fixture/fixtureSize.ts'
import { rounded } from '../harness/percentile.ts'
import { printTable } from '../harness/printTable.ts'

/** The column headings of the table. */
export const inProcessName = 'in process, without HTTP'

const guest = { kind: 'guest' } as const
const request: ApiRequest = { method: 'GET', url: '', params: {}, query: [], headers: {}, remoteIp: '', body: { kind: 'none' } }

async function list(db: SqliteReader, collection: Collection, lookup: Lookup, perPage: number, skipTotal: boolean) {
  const query = compileQuery(db.dialect, { collection, ...lookup, conditions: [] })
  const rows = await selectRecords(db, query, { columns: shapeOf(collection).select, limit: perPage, offset: 0 })
  const total = skipTotal ? undefined : await countRecords(db, query)
  const items = await showRows(db, collection, rows, guest, lookup, undefined)
  return new RecordPage({ page: 1, perPage, skipTotal }, total, serializeRecords(items)).text()
}

async function view(db: SqliteReader, collection: Collection, lookup: Lookup, id: string) {
  const row = await findAllowedRow(db, collection, id, [], lookup)
  const [shown] = row ? await showRows(db, collection, [row], guest, lookup, undefined) : []
  return shown && recordFormat.text(shown)
}

type Lookup = { catalog: Awaited<ReturnType<typeof loadCatalog>>; request: RequestValues }

/** Calls a function repeatedly for a number of seconds and returns the calls per second. */
async function rateOf(call: () => Promise<unknown>, seconds: number): Promise<number> {
  for (let warmUp = 0; warmUp < 1000; warmUp += 1) await call()
  const started = performance.now()
  let calls = 0
  while (performance.now() - started < seconds * 1000) {
    await call()
    calls += 1
  }
  return (calls * 1000) / (performance.now() - started)
}

/** Runs the server's own query, serialization and JSON in this thread: the upper limit for HTTP, threads and checks. */
export async function printInProcess(seconds: number): Promise<void> {
  const copy = await copyFixture('small')
  const db = new SqliteReader(join(copy.dataDir, 'data.db'))
  const catalog = await loadCatalog(db, 1)
  const articles = catalog.find('articles')
  if (!articles) throw new Error('The fixture has no articles.')
  const lookup = { catalog, request: createActor(guest, request).values }
  let at = 0
  const nextId = () => idOf('a', 1 + (at++ % articleCount))
  const calls: [string, () => Promise<unknown>][] = [
    ['list 30, counted', () => list(db, articles, lookup, 30, false)],
    ['list 30, skipTotal', () => list(db, articles, lookup, 30, true)],
    ['list 500, skipTotal', () => list(db, articles, lookup, 500, true)],
    ['view', () => view(db, articles, lookup, nextId())],
  ]
  const rows: (string | number)[][] = []
  for (const [name, call] of calls) {
    const rate = await rateOf(call, seconds)
    rows.push([name, rounded(rate), rounded(1_000_000 / rate)])
  }
  printTable([inProcessName, 'per second', 'µs each'], rows)
  await db.close()
  copy.remove()
}
