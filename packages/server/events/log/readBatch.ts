import type { Reader, Transaction } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { type LoggedChange, parseEntry } from './ChangeEntry.ts'

/** How far a consumer has read the log. */
interface Cursor {
  /** The position up to which it has handled all changes. */
  seen: string
  /** The position that it is reading up to; '' if it has handled everything that it has found. */
  reading: string
  /** Id of the last change that it has handled since `seen`. */
  lastId: number
}

/** Changes that a consumer has not handled. */
export interface Batch {
  changes: LoggedChange[]
  /** The stored cursor; undefined if there is none yet. */
  from: Cursor | undefined
  /** The cursor after the changes. */
  to: Cursor
  /** Whether there can be more changes that are already visible. */
  hasMore: boolean
}

/** Returns the cursor of a consumer; undefined if it has not handled any change of this database. */
async function findCursor(reader: Reader, consumer: string): Promise<Cursor | undefined> {
  const { isPossible } = reader.dialect.logPosition
  const row = await reader.row(sql`SELECT seen, reading, ${name('lastId')} FROM ${name('_cofferCursors')}
    WHERE consumer = ${consumer} AND ${isPossible(sql`seen`)}`)
  return row && { seen: String(row[0]), reading: String(row[1]), lastId: Number(row[2]) }
}

/**
 * Reads the next changes of a consumer, in the order in which they became visible. The changes of a record are in the order of their
 * commits.
 * A change that becomes visible late, because its transaction took long, belongs to a later batch: it is neither skipped nor waited for.
 */
export async function readBatch(reader: Reader, consumer: string, limit: number): Promise<Batch> {
  const { current, includes, isAfter, first } = reader.dialect.logPosition
  const from = await findCursor(reader, consumer)
  const cursor = from ?? { seen: first, reading: '', lastId: 0 }
  const reading = cursor.reading || String((await reader.row(current))?.[0])
  const rows = await reader.rows(sql`SELECT id, created, content FROM ${name('_cofferEvents')}
    WHERE ${isAfter(cursor.seen, cursor.lastId)} AND ${includes(sql`${reading}`)} ORDER BY id LIMIT ${limit}`)
  const isFull = rows.length === limit
  const to = isFull ? { ...cursor, reading, lastId: Number(rows.at(-1)?.[0]) } : { seen: reading, reading: '', lastId: 0 }
  const changes = rows.map(([id, created, content]) => parseEntry(Number(id), Number(created), String(content)))
  return { changes: changes.filter(change => change !== undefined), from, to, hasMore: isFull || cursor.reading !== '' }
}

const isSame = (a: Cursor | undefined, b: Cursor | undefined): boolean =>
  a?.seen === b?.seen && a?.reading === b?.reading && a?.lastId === b?.lastId

/**
 * Moves the cursor of a consumer past a batch.
 * @returns false if the cursor has been moved since the batch was read; the transaction must then do nothing for the batch
 */
export async function moveCursor(transaction: Transaction, consumer: string, { from, to }: Batch): Promise<boolean> {
  if (!isSame(await findCursor(transaction, consumer), from)) return false
  await transaction.run(sql`INSERT INTO ${name('_cofferCursors')} (consumer, seen, reading, ${name('lastId')})
    VALUES (${consumer}, ${to.seen}, ${to.reading}, ${to.lastId}) ON CONFLICT (consumer) DO UPDATE
    SET seen = excluded.seen, reading = excluded.reading, ${name('lastId')} = excluded.${name('lastId')}`)
  return true
}
