import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { constant, sql } from '../../sql.ts'
import { Connection } from '../Connection.ts'
import { SqliteWriter } from '../SqliteWriter.ts'
import { TransactionQueue } from '../TransactionQueue.ts'
import { WriteGate } from '../WriteGate.ts'

/** A database with an empty table `things`, whose names are unique. */
export interface Things {
  folder: string
  file: string
  writer: SqliteWriter
  /** Counts the committed rows. */
  count: () => Promise<unknown>
  /** Opens a queue of transactions on another connection. */
  openQueue: (options: ConstructorParameters<typeof TransactionQueue>[3]) => { connection: Connection; queue: TransactionQueue }
}

/** Creates a database in a folder of its own. It is closed and removed after the test. */
export async function openThings(): Promise<Things> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-db-'))
  const file = join(folder, 'test.db')
  const writer = new SqliteWriter(file)
  onTestFinished(async () => {
    await writer.close()
    rmSync(folder, { recursive: true })
  })
  await writer.transaction(transaction =>
    transaction.run(constant('CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE)')),
  )
  return {
    folder,
    file,
    writer,
    count: async () => (await writer.row(sql`SELECT COUNT(*) FROM things`))?.[0],
    openQueue: options => {
      const connection = new Connection(file, { readOnly: false })
      onTestFinished(() => connection.close())
      const gate = new WriteGate({ name: 'test.db', recover: async () => undefined })
      return { connection, queue: new TransactionQueue(connection, () => undefined, gate, options) }
    },
  }
}
