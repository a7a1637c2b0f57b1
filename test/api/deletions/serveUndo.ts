import { changeDatabase } from '../../harness/changeDatabase.ts'
import { queryDatabase, querySharedSql } from '../../harness/queryDatabase.ts'
import { type ServedCollections, serveCollections } from '../records/serveCollections.ts'

export interface UndoServer extends ServedCollections {
  /** Deletes a record with an undo key and asserts success. */
  remove: (collection: string, id: string, key: string) => Promise<void>
  undo: (key: string, token?: string) => ReturnType<ServedCollections['ask']>
  query: (sql: string) => ReturnType<typeof queryDatabase>
  /** Returns the number of rows of a table. */
  count: (table: string) => number
  /** Changes the database directly, bypassing the server. */
  execute: (sql: string) => Promise<void>
}

/** Serves collections for tests that delete and undo. */
export async function serveUndo(...setup: Parameters<typeof serveCollections>): Promise<UndoServer> {
  const server = await serveCollections(...setup)
  const { dataDir, admin, ask } = server
  return {
    ...server,
    remove: async (collection, id, key) => {
      const { status, text } = await ask('DELETE', `${collection}/records/${id}?undo=${key}`, { token: admin })
      if (status !== 204) throw new Error(`${status} ${text}`)
    },
    undo: (key, token = admin) => ask('POST', `../deletions/${key}/undo`, { token }),
    query: sql => queryDatabase(dataDir, 'data', sql),
    count: table => Number(querySharedSql(dataDir, `SELECT count(*) FROM ${table}`)[0]?.[0]),
    execute: sql => changeDatabase(dataDir, 'data', sql),
  }
}

let keys = 0
/** Returns a key that no other deletion has. */
export function newKey(): string {
  keys += 1
  return `undo${String(keys).padStart(16, '0')}`
}
