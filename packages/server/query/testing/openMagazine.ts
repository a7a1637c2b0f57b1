import { join } from 'node:path'
import { type AuthCollection, type Collection, parseSort } from '@coffer/schema'
import { copySample } from '../../../../test/harness/copySample.ts'
import type { Catalog } from '../../catalog/Catalog.ts'
import { loadCatalog } from '../../catalog/loadCatalog.ts'
import type { Reader } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { Connection } from '../../db/sqlite/Connection.ts'
import { chooseDatabase, type DatabaseKind } from '../../db/threadDatabase.ts'
import { type CompiledQuery, compileQuery } from '../compile/compileQuery.ts'
import { readFilter } from '../compile/readFilter.ts'
import type { RequestValues } from '../operands/RequestValues.ts'
import { countRecords, selectRecords } from '../select/selectRecords.ts'

/** The query of a test. */
interface TestQuery {
  filter?: string
  /** A rule that applies in addition to the filter. */
  rule?: string
  sort?: string
  allowHidden?: boolean
  request?: Partial<RequestValues>
  now?: Date
}

/** Finds records of the magazine sample on one kind of database. */
export interface Finder {
  compile: (collection: string, query: TestQuery) => CompiledQuery
  /** Finds the ids of the matching records in short form (`post12` for `post00000000012`), and checks that the count agrees. */
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
export const sampleRequests = async ({ authRecord }: Pick<Magazine, 'authRecord'>): Promise<Partial<RequestValues>[]> => [
  {},
  { auth: await authRecord('users', 'alice0000000001') },
  {
    auth: await authRecord('users', 'bob000000000001'),
    query: { kind: 'topic' },
    data: { title: 'x', tags: ['a', 'b'] },
  },
  { auth: await authRecord('clients', 'client000000001'), headers: { x_key: 'a' } },
]

const short = (id: unknown) => String(id).replace(/^([a-z]+?)0+(\d+)$/, '$1$2')

const findCollection = (catalog: Catalog, wanted: string): Collection => {
  const found = catalog.find(wanted)
  if (!found) throw new Error(`The sample has no collection ${wanted}.`)
  return found
}

/** Returns the functions that find records with a reader of this kind of database. */
export const makeFinder = (reader: Reader, catalog: Catalog, kind: DatabaseKind): Finder => {
  const compile: Finder['compile'] = (wanted, { filter, rule, sort = '', allowHidden = true, request, now = new Date() }) =>
    compileQuery({
      collection: findCollection(catalog, wanted),
      catalog,
      request: { ...noRequest, ...request },
      conditions: [rule, filter].flatMap(text => (text === undefined ? [] : [{ filter: readFilter(text), allowHidden }])),
      sort: { items: parseSort(sort), allowHidden },
      // Lists have a deadline, so the SQL is compiled with one; it never passes.
      deadline: Number.POSITIVE_INFINITY,
      now,
    })
  return {
    compile,
    find: async (wanted, testQuery) => {
      await chooseDatabase(kind)
      const query = compile(wanted, testQuery)
      // The thread also runs other tests.
      await chooseDatabase('sqlite')
      const columns = name(wanted, 'id')
      const ids = (await selectRecords(reader, query, { columns, limit: 500, offset: 0 })).map(([id]) => short(id))
      const count = await countRecords(reader, query)
      if (count !== ids.length || new Set(ids).size !== ids.length)
        throw new Error(`${count} counted, but found ${ids.join(' ')}`)
      return ids
    },
  }
}

/** Opens a copy of the magazine sample, after running the given SQL on it. */
export const openMagazine = async (prepare = ''): Promise<Magazine> => {
  const { dataDir, remove } = await copySample('magazine', prepare === '' ? [] : [{ sql: prepare }])
  const connection = new Connection(join(dataDir, 'data.db'), { readOnly: false })
  const catalog = await loadCatalog(connection, 1)
  const collection = (wanted: string) => findCollection(catalog, wanted)
  return {
    ...makeFinder(connection, catalog, 'sqlite'),
    dataDir,
    connection,
    catalog,
    collection,
    authRecord: async (wanted, id) => {
      const authCollection = collection(wanted) as AuthCollection
      const columns = ['id', 'created', 'updated', 'username', 'email', 'emailVisibility', 'verified'] as const
      const row = await connection.row(
        sql`SELECT id, created, updated, username, email, emailVisibility, verified FROM ${name(wanted)} WHERE id = ${id}`,
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
