import { join } from 'node:path'
import { type AuthCollection, type Collection, parseSort } from '@coffer/schema'
import { expect } from 'vitest'
import { copySample } from '../../../../test/harness/copySample.ts'
import type { Catalog } from '../../catalog/Catalog.ts'
import { loadCatalog } from '../../catalog/loadCatalog.ts'
import type { Row } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { Connection } from '../../db/sqlite/Connection.ts'
import { versions } from '../../runtime/cache/versions.ts'
import { type CompiledQuery, compileQuery } from '../compile/compileQuery.ts'
import { readFilter } from '../compile/readFilter.ts'
import type { RequestValues } from '../operands/RequestValues.ts'
import { CountCache } from '../select/CountCache.ts'
import { selectCounted, type TracingReader } from '../select/selectCounted.ts'
import { countRecords, type Page, selectRecords } from '../select/selectRecords.ts'

/** The query of a test. */
interface TestQuery {
  filter?: string
  /** A rule that applies in addition to the filter. */
  rule?: string
  sort?: string
  allowHidden?: boolean
  /** See `Visibility`. */
  emptyMatches?: boolean
  request?: Partial<RequestValues>
  now?: Date
}

/** Finds records of the magazine sample on one kind of database. */
export interface Finder {
  compile: (collection: string, query: TestQuery) => CompiledQuery
  /**
   * Finds the ids of the matching records in short form (`post12` for `post00000000012`), and checks that the count and all
   * statements for a page agree.
   */
  find: (collection: string, query: TestQuery) => Promise<string[]>
}

export interface Magazine extends Finder {
  dataDir: string
  connection: Connection
  catalog: Catalog
  collection: (name: string) => Collection
  /** Reads the auth record of a request. */
  authRecord: (collection: string, id: string) => Promise<NonNullable<RequestValues['auth']>>
  close: () => Promise<void>
}

export const noRequest: RequestValues = { context: 'default', method: 'GET', query: {}, headers: {}, data: {}, auth: null }

/** Returns requests of a guest, of users with and without values, and of a user of another collection. */
export async function sampleRequests({ authRecord }: Pick<Magazine, 'authRecord'>): Promise<Partial<RequestValues>[]> {
  return [
    {},
    { auth: await authRecord('users', 'alice0000000001') },
    {
      auth: await authRecord('users', 'bob000000000001'),
      query: { kind: 'topic' },
      data: { title: 'x', tags: ['a', 'b'] },
    },
    { auth: await authRecord('clients', 'client000000001'), headers: { x_key: 'a' } },
  ]
}

const short = (id: unknown) => String(id).replace(/^([a-z]+?)0+(\d+)$/, '$1$2')

function findCollection(catalog: Catalog, wanted: string): Collection {
  const found = catalog.find(wanted)
  if (!found) throw new Error(`The sample has no collection ${wanted}.`)
  return found
}

const shortIds = (rows: readonly Row[]): string[] => rows.map(([id]) => short(id))

/**
 * Asserts that the plain statement for all records, and the statements for all and for a page in the middle, find the same records in the
 * same order. The page also ends sorts early.
 */
async function assertSamePages(reader: TracingReader, query: CompiledQuery, all: Page, ids: readonly string[]): Promise<void> {
  const plain = await selectRecords(reader, { ...query, readPage: undefined }, all)
  expect(shortIds(plain), 'by the plain statement').toEqual(ids)
  const middle = { ...all, limit: 3, offset: Math.floor(ids.length / 3) }
  const expected = ids.slice(middle.offset, middle.offset + middle.limit)
  expect(shortIds(await selectRecords(reader, query, middle)), 'a page in the middle').toEqual(expected)
  for (const [page, found] of [
    [all, ids],
    [middle, expected],
  ] as const) {
    const { rows, total } = await selectCounted(reader, new CountCache(versions()), query, page)
    expect([shortIds(rows), total], `by the statement that counts, from ${page.offset}`).toEqual([found, ids.length])
  }
}

/** Returns the functions that find records with a reader. */
export function makeFinder(reader: TracingReader, catalog: Catalog): Finder {
  const compile: Finder['compile'] = (
    wanted,
    { filter, rule, sort = '', allowHidden = true, emptyMatches = false, request, now = new Date() },
  ) =>
    compileQuery(reader.dialect, {
      collection: findCollection(catalog, wanted),
      catalog,
      request: { ...noRequest, ...request },
      conditions: [rule, filter].flatMap(text =>
        text === undefined ? [] : [{ filter: readFilter(text), allowHidden, emptyMatches }],
      ),
      sort: { items: parseSort(sort), allowHidden },
      // Lists have a deadline, so the SQL is compiled with one; it never passes.
      deadline: Number.POSITIVE_INFINITY,
      now,
    })
  return {
    compile,
    find: async (wanted, testQuery) => {
      const query = compile(wanted, testQuery)
      const page = { columns: name(wanted, 'id'), limit: 500, offset: 0 }
      const ids = shortIds(await selectRecords(reader, query, page))
      const count = await countRecords(reader, query)
      if (count !== ids.length || new Set(ids).size !== ids.length)
        throw new Error(`${count} counted, but found ${ids.join(' ')}`)
      if (!testQuery.sort?.includes('@random')) await assertSamePages(reader, query, page, ids)
      return ids
    },
  }
}

/** Opens a copy of the magazine sample, after running the given SQL on it. */
export async function openMagazine(prepare = ''): Promise<Magazine> {
  const { dataDir, remove } = await copySample('magazine', prepare === '' ? [] : [{ sql: prepare }])
  const connection = new Connection(join(dataDir, 'data.db'), { readOnly: false })
  const catalog = await loadCatalog(connection, 1)
  const collection = (wanted: string) => findCollection(catalog, wanted)
  return {
    ...makeFinder(connection, catalog),
    dataDir,
    connection,
    catalog,
    collection,
    authRecord: async (wanted, id) => {
      const authCollection = collection(wanted) as AuthCollection
      const columns = ['id', 'created', 'updated', 'username', 'email', 'emailVisibility', 'verified'] as const
      const row = await connection.row(
        sql`SELECT id, created, updated, username, email, ${name('emailVisibility')}, verified FROM ${name(wanted)} WHERE id = ${id}`,
      )
      const values = Object.fromEntries(columns.map((column, index): [string, unknown] => [column, row?.[index]]))
      return {
        collection: authCollection,
        values: { ...values, emailVisibility: values.emailVisibility === 1, verified: values.verified === 1 },
      }
    },
    close: async () => {
      connection.close()
      await remove()
    },
  }
}
