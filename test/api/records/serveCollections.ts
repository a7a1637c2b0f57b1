import type { DatabaseSync } from 'node:sqlite'
import { type Field, type FieldTypeName, fieldTypes, type SqlValue } from '@coffer/fields'
import type { AuthCollection, AuthOptions, Collection, ViewCollection } from '@coffer/schema'
import { authIndexes, createRecordTable } from '../../../packages/server/catalog/recordTable.ts'
import { insertCollection } from '../../../packages/server/catalog/storedCollection.ts'
import type { Transaction } from '../../../packages/server/db/engine.ts'
import type { Sql } from '../../../packages/server/db/sql.ts'
import { sqliteDialect } from '../../../packages/server/db/sqlite/sqliteDialect.ts'
import { sqliteSchema } from '../../../packages/server/db/sqlite/sqliteSchema.ts'
import { type ApiResponse, askApi, type RequestOptions } from '../../harness/askApi.ts'
import { startCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { startServer } from '../../harness/startServer.ts'

/** Creates a field with default settings, except for the given ones. */
export function field(name: string, type: FieldTypeName, options: object = {}, required = false): Field {
  return {
    system: false,
    id: `field_${name}`,
    name,
    type,
    required,
    presentable: false,
    unique: false,
    options: fieldTypes[type].options.parse({
      ...(type === 'file' && { maxSelect: 1, maxSize: 5_242_880 }),
      ...options,
    }) as Field['options'],
  }
}

/** Returns the id of the collection with this name. */
export function idOf(name: string): string {
  return name.padEnd(15, '_').slice(0, 15)
}

export function relation(name: string, target: string, options: object = {}, required = false): Field {
  return field(name, 'relation', { collectionId: idOf(target), maxSelect: 1, ...options }, required)
}

const shared = (name: string, schema: Field[]) => ({
  id: idOf(name),
  name,
  schema,
  system: false,
  indexes: [],
  created: '2022-01-01 10:00:00.000Z',
  updated: '2022-01-01 10:00:00.000Z',
  listRule: '',
  viewRule: '',
  createRule: '',
  updateRule: '',
  deleteRule: '',
})

/** Creates a collection with public rules, except for the given ones. */
export function base(name: string, schema: Field[], rest: Partial<Collection> = {}): Collection {
  return { ...shared(name, schema), type: 'base', options: {}, ...rest } as Collection
}

export function auth(
  name: string,
  schema: Field[],
  options: Partial<AuthOptions> = {},
  rest: Partial<AuthCollection> = {},
): Collection {
  return {
    ...shared(name, schema),
    type: 'auth',
    options: {
      allowEmailAuth: true,
      allowOAuth2Auth: true,
      allowUsernameAuth: true,
      exceptEmailDomains: null,
      manageRule: null,
      minPasswordLength: 8,
      onlyEmailDomains: null,
      onlyVerified: false,
      requireEmail: false,
      ...options,
    },
    ...rest,
  }
}

export function view(name: string, schema: Field[], query: string, rest: Partial<ViewCollection> = {}): Collection {
  return {
    ...shared(name, schema),
    type: 'view',
    options: { query },
    dates: [],
    ...rest,
  }
}

async function addCollection(database: DatabaseSync, collection: Collection): Promise<void> {
  const run = ({ text, values }: Sql) => database.prepare(text).run(...(values as SqlValue[]))
  if (collection.type === 'view') database.exec(`CREATE VIEW \`${collection.name}\` AS ${collection.options.query}`)
  else {
    run(createRecordTable({ dialect: sqliteDialect, schema: sqliteSchema }, collection))
    if (collection.type === 'auth') authIndexes(collection).forEach(run)
    for (const index of collection.indexes) database.exec(index)
  }
  const transaction = { run: async (statement: Sql) => ({ changes: Number(run(statement).changes) }) }
  await insertCollection(transaction as Transaction, collection)
}

export interface ServedCollections {
  port: number
  dataDir: string
  /** The process of the server, if it is not this one. */
  pid: number | undefined
  admin: string
  /** Sends a request relative to /api/collections. */
  ask: (method: string, path: string, requestOptions?: RequestOptions) => Promise<ApiResponse>
  /** Creates a record as a guest and asserts success. */
  create: (collection: string, body: object) => Promise<Record<string, unknown> & { id: string }>
  close: () => Promise<void>
}

/** Serves a copy of the magazine with these collections, filled by some SQL. */
export async function serveCollections(
  collections: readonly Collection[],
  { sql = [], process = false }: { sql?: readonly string[]; process?: boolean } = {},
): Promise<ServedCollections> {
  const copy = await copySample('magazine', [
    async database => {
      for (const collection of collections) await addCollection(database, collection)
    },
    ...sql.map(statement => ({ sql: statement })),
  ])
  const own = process ? await startCoffer(copy.dataDir) : undefined
  const server = own ? { port: own.port, stop: () => own.end('SIGTERM') } : await startServer({ dataDir: copy.dataDir })
  const ask: ServedCollections['ask'] = (method, path, requestOptions) =>
    askApi(server.port, method, `/api/collections/${path}`, requestOptions)
  return {
    port: server.port,
    dataDir: copy.dataDir,
    pid: own?.pid,
    admin: signToken(copy.dataDir, 'auth', 'admin'),
    ask,
    create: async (collection, body) => {
      const { status, text, json } = await ask('POST', `${collection}/records`, { body })
      if (status !== 200) throw new Error(`${status} ${text}`)
      return { ...json, id: String(json.id) }
    },
    close: async () => {
      await server.stop()
      await copy.remove()
    },
  }
}
