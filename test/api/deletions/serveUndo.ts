import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { runBlocking } from '../../harness/postgres/blockingQuery.ts'
import { databaseOf } from '../../harness/postgres/testDatabases.ts'
import { queryDatabase } from '../../harness/queryDatabase.ts'
import { type ServedCollections, serveCollections } from '../records/serveCollections.ts'

export interface UndoServer extends ServedCollections {
  /** Deletes a record with an undo key and asserts success. */
  remove: (collection: string, id: string, key: string) => Promise<void>
  undo: (key: string, token?: string) => ReturnType<ServedCollections['ask']>
  query: (sql: string) => ReturnType<typeof queryDatabase>
  /** Returns the number of stored deletions and updates, which an export of a PostgreSQL database can leave out. */
  countEntries: () => number
  /** Changes the database directly, bypassing the server. */
  execute: (sql: string) => void
}

/** Serves collections for tests that delete and undo. */
export const serveUndo = async (...setup: Parameters<typeof serveCollections>): Promise<UndoServer> => {
  const server = await serveCollections(...setup)
  const { dataDir, admin, ask } = server
  const query: UndoServer['query'] = sql => queryDatabase(dataDir, 'data', sql)
  return {
    ...server,
    remove: async (collection, id, key) => {
      const { status, text } = await ask('DELETE', `${collection}/records/${id}?undo=${key}`, { token: admin })
      if (status !== 204) throw new Error(`${status} ${text}`)
    },
    undo: (key, token = admin) => ask('POST', `../deletions/${key}/undo`, { token }),
    query,
    countEntries: () => {
      const [text, address] = ['SELECT count(*) FROM _cofferDeletions', databaseOf(dataDir)]
      return Number((address === undefined ? query(text) : runBlocking({ kind: 'query', address, text, values: [] }))[0]?.[0])
    },
    execute: sql => {
      const address = databaseOf(dataDir)
      if (address !== undefined) return void runBlocking({ kind: 'query', address, text: sql, values: [] })
      using database = new DatabaseSync(join(dataDir, 'data.db'), { enableDoubleQuotedStringLiterals: true, timeout: 10_000 })
      database.exec(sql)
    },
  }
}

let keys = 0
/** Returns a key that no other deletion has. */
export const newKey = (): string => {
  keys += 1
  return `undo${String(keys).padStart(16, '0')}`
}
