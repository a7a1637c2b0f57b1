import { randomUUID } from 'node:crypto'
import type { Reader, Row, Transaction } from '../../db/engine.ts'
import { join, name, type Sql, sql } from '../../db/sql.ts'
import { defineEvent } from '../defineEvent.ts'
import type {
  DeliveryAttempt,
  DeliveryCounts,
  DeliveryOutcome,
  DeliveryState,
  DueDeliveries,
  DueDelivery,
  PlannedDelivery,
  StoredDelivery,
} from './Delivery.ts'

/** A delivery has become due. */
export const deliveryDue = defineEvent('deliveryDue')

/** Limits of the deliveries of one target that wait. Further ones are parked at once, or their changes stay in the log. */
const maxWaiting = 10_000
const maxWaitingCharacters = 64 * 1024 * 1024
/** Numbers of deliveries of one target that are kept for admins. */
const maxKept = { delivered: 100, parked: 1_000 } as const
/** Characters of the deliveries of one target that are kept in each of these states. The newest one is always kept. */
const maxKeptCharacters = 64 * 1024 * 1024

/** Maximum length of a content that is shown to admins. */
const maxShownCharacters = 50_000

const table = name('_cofferDeliveries')
const dueColumns = sql`id, message, target, subject, content, created, attempts`

const toDue = ([id, message, target, subject, content, created, attempts]: Row): DueDelivery => ({
  id: Number(id),
  message: String(message),
  target: String(target),
  subject: String(subject),
  content: String(content),
  created: Number(created),
  attempts: Number(attempts),
})

/** What of a target waits already. */
interface Waiting {
  count: number
  size: number
}

async function waitingOf(reader: Reader, consumer: string, target: string): Promise<Waiting> {
  const row = await reader.row(sql`SELECT COUNT(*), COALESCE(SUM(size), 0) FROM ${table}
    WHERE consumer = ${consumer} AND target = ${target} AND state = 'waiting'`)
  return { count: Number(row?.[0]), size: Number(row?.[1]) }
}

/** Whether the targets have room for further deliveries. A target without any has room for all, however long they are. */
export async function haveRoom(reader: Reader, consumer: string, planned: readonly PlannedDelivery[]): Promise<boolean> {
  for (const [target, some] of Map.groupBy(planned, delivery => delivery.target)) {
    const { count, size } = await waitingOf(reader, consumer, target)
    const added = some.reduce((sum, { content }) => sum + content.length, 0)
    if (count > 0 && (count + some.length > maxWaiting || size + added > maxWaitingCharacters)) return false
  }
  return true
}

const tooMany = 'Too many deliveries were waiting.'

/**
 * Stores planned deliveries. They are due at once, except for parked ones. Beyond their limit, the oldest parked ones are removed.
 * @param now the time of `databaseTime`, as all stored times
 * @param isLimited whether deliveries are parked if too many wait already
 */
export async function addDeliveries(
  transaction: Transaction,
  consumer: string,
  planned: readonly PlannedDelivery[],
  now: number,
  isLimited = true,
): Promise<void> {
  for (const [target, some] of Map.groupBy(planned, delivery => delivery.target)) {
    const waiting = await waitingOf(transaction, consumer, target)
    let parked = 0
    const rows = some.map(({ subject, content, problem }) => {
      const isFull = isLimited && (waiting.count >= maxWaiting || waiting.size + content.length > maxWaitingCharacters)
      const error = problem ?? (isFull ? tooMany : undefined)
      if (error === undefined) {
        waiting.count += 1
        waiting.size += content.length
      } else parked += 1
      const [state, outcome] = error === undefined ? ['waiting', ''] : ['parked', JSON.stringify({ error })]
      const message = `msg_${randomUUID().replaceAll('-', '')}`
      return sql`(${message}, ${consumer}, ${target}, ${subject}, ${state}, ${now}, ${now}, 0, 0, ${content.length}, ${outcome}, ${content})`
    })
    await transaction.run(sql`INSERT INTO ${table}
      (message, consumer, target, subject, state, created, due, ended, attempts, size, outcome, content) VALUES ${join(rows)}`)
    if (parked > 0) await removeOld(transaction, consumer, target, 'parked')
  }
}

/** Lists the targets of a consumer with deliveries that wait. */
export async function targetsOf(reader: Reader, consumer: string): Promise<string[]> {
  const rows = await reader.rows(sql`SELECT DISTINCT target FROM ${table} WHERE consumer = ${consumer} AND state = 'waiting'`)
  return rows.map(([target]) => String(target))
}

/** Lists the targets of a consumer with deliveries in any state, sorted. */
export async function storedTargetsOf(reader: Reader, consumer: string): Promise<string[]> {
  const rows = await reader.rows(sql`SELECT DISTINCT target FROM ${table} WHERE consumer = ${consumer} ORDER BY target`)
  return rows.map(([target]) => String(target))
}

/** What to find of the deliveries of a target. */
interface DueSelection {
  consumer: string
  target: string
  limit: number
  /** The ids of the deliveries that are being carried out. */
  running: readonly number[]
  now: number
}

/** Lists the deliveries of a target that are due, see `DeliveryStore.due`. All times are those of `databaseTime`. */
export async function findDue(reader: Reader, { consumer, target, limit, running, now }: DueSelection): Promise<DueDeliveries> {
  // The first deliveries of all subjects are found in the index alone: rows have contents of any length.
  const first = sql`SELECT id FROM ${table} AS one
    WHERE consumer = ${consumer} AND target = ${target} AND state = 'waiting' AND NOT EXISTS (SELECT 1 FROM ${table} AS earlier
      WHERE earlier.consumer = one.consumer AND earlier.target = one.target AND earlier.state = 'waiting'
        AND earlier.subject = one.subject AND earlier.id < one.id)
    ORDER BY due, id LIMIT ${limit + running.length + 1}`
  const rows = await reader.rows(sql`SELECT ${dueColumns}, due FROM ${table} WHERE id IN (${first}) ORDER BY due, id`)
  const others = rows.filter(([id]) => !running.includes(Number(id)))
  const due = others.filter(row => Number(row.at(-1)) <= now).slice(0, limit)
  const next = others[due.length]
  return { deliveries: due.map(toDue), nextDue: next && Number(next.at(-1)) }
}

/**
 * Records the outcome of an attempt, and removes the oldest deliveries that have ended. Does nothing if another node made the same
 * attempt while this one was suspended. All times are those of `databaseTime`.
 */
export async function settleDelivery(
  transaction: Transaction,
  { id, attempts }: DeliveryAttempt,
  { state, due, outcome }: DeliveryOutcome,
  now: number,
): Promise<void> {
  const row = await transaction.row(sql`SELECT consumer, target FROM ${table}
    WHERE id = ${id} AND attempts = ${attempts} AND state = 'waiting'`)
  if (!row) return
  await transaction.run(sql`UPDATE ${table} SET state = ${state}, due = ${due ?? now}, ended = ${now}, attempts = attempts + 1,
    outcome = ${outcome} WHERE id = ${id}`)
  if (state !== 'waiting') await removeOld(transaction, String(row[0]), String(row[1]), state)
}

async function removeOld(transaction: Transaction, consumer: string, target: string, state: keyof typeof maxKept): Promise<void> {
  await transaction.run(sql`DELETE FROM ${table} WHERE id IN (SELECT id FROM
    (SELECT id, ROW_NUMBER() OVER (ORDER BY id DESC) AS place, SUM(size) OVER (ORDER BY id DESC) AS upto FROM ${table}
      WHERE consumer = ${consumer} AND target = ${target} AND state = ${state}) AS ended
    WHERE place > ${maxKept[state]} OR (place > 1 AND upto > ${maxKeptCharacters}))`)
}

/** A stored delivery of a target. */
type DeliveryKey = Pick<DueDelivery, 'id' | 'target'> & { consumer: string }

/**
 * Makes a delivery due again, for all attempts.
 * @param now the time of `databaseTime`
 * @returns false if the target has no such delivery
 */
export async function sendAgain(transaction: Transaction, { consumer, target, id }: DeliveryKey, now: number): Promise<boolean> {
  const { changes } = await transaction.run(sql`UPDATE ${table} SET state = 'waiting', attempts = 0, due = ${now}
    WHERE id = ${id} AND consumer = ${consumer} AND target = ${target}`)
  if (changes > 0) transaction.emit(deliveryDue(undefined))
  return changes > 0
}

/** Removes all deliveries of a target. */
export async function removeDeliveries(transaction: Transaction, consumer: string, target: string): Promise<void> {
  await transaction.run(sql`DELETE FROM ${table} WHERE consumer = ${consumer} AND target = ${target}`)
}

/** Lists the newest deliveries that a condition selects. Long contents are left out. */
async function listWhere(reader: Reader, condition: Sql, limit: number): Promise<StoredDelivery[]> {
  const content = sql`CASE WHEN size > ${maxShownCharacters} THEN '' ELSE content END`
  const rows =
    await reader.rows(sql`SELECT id, message, target, subject, ${content}, created, attempts, state, due, ended, outcome FROM ${table}
    WHERE ${condition} ORDER BY id DESC LIMIT ${limit}`)
  return rows.map(row => {
    const [state, due, ended, outcome] = row.slice(-4)
    return {
      ...toDue(row),
      state: String(state) as DeliveryState,
      due: Number(due),
      ended: Number(ended),
      outcome: String(outcome),
    }
  })
}

/** Lists the newest deliveries of a target. Long contents are left out. */
export function listDeliveries(reader: Reader, consumer: string, target: string, limit: number): Promise<StoredDelivery[]> {
  return listWhere(reader, sql`consumer = ${consumer} AND target = ${target}`, limit)
}

/** Lists the newest parked deliveries of all targets of a consumer. Long contents are left out. */
export function listParked(reader: Reader, consumer: string, limit: number): Promise<StoredDelivery[]> {
  return listWhere(reader, sql`consumer = ${consumer} AND state = 'parked'`, limit)
}

/** Counts the deliveries of each target by state. */
export async function countDeliveries(reader: Reader, consumer: string): Promise<Map<string, DeliveryCounts>> {
  const rows = await reader.rows(
    sql`SELECT target, state, COUNT(*) FROM ${table} WHERE consumer = ${consumer} GROUP BY target, state`,
  )
  const counts = new Map<string, DeliveryCounts>()
  for (const [target, state, count] of rows)
    counts.set(String(target), { ...counts.get(String(target)), [String(state)]: Number(count) })
  return counts
}
