import { randomId } from '../crypto/randomText.ts'
import { databaseTime } from '../db/databaseTime.ts'
import type { Engine, Reader, Transaction } from '../db/engine.ts'
import { ensureTable } from '../db/serverTables.ts'
import { name, type Sql, sql } from '../db/sql.ts'
import { defineEvent } from '../events/defineEvent.ts'
import type { MailJob } from './MailJob.ts'
import { mailName } from './mailName.ts'
import type { ClaimedMails, MailClaim, QueuedMail } from './QueuedMail.ts'

/** A mail was stored in the queue. */
export const mailQueued = defineEvent('mailQueued')

/** Maximum number of waiting mails. More are caused by an attack or a mail server that has been down for long. */
const maxWaitingMails = 1_000
/** Age at which a waiting mail is discarded. It is only reached if no server runs on the database. */
const maxMailAgeMs = 24 * 60 * 60_000

const table = '_cofferMails'

/** Whether a mail has ever been queued. */
const hasTable = (reader: Reader): Promise<boolean> => reader.schema.hasTable(reader, table)

const countMails = async (reader: Reader): Promise<number> =>
  Number((await reader.row(sql`SELECT COUNT(*) FROM ${name('_cofferMails')} WHERE job <> ''`))?.[0])

const isFull = async (db: Engine): Promise<boolean> => (await hasTable(db)) && (await countMails(db)) >= maxWaitingMails

interface Entry {
  name: string
  /** The job as JSON; '' if there is no mail. */
  job: string
}

/** Returns an entry without a mail. */
const emptyEntry = (): Entry => ({ name: randomId(), job: '' })

const isDue = async (reader: Reader, entry: Entry, now: number): Promise<boolean> =>
  (await reader.row(sql`SELECT 1 FROM ${name('_cofferMails')} WHERE name = ${entry.name} AND job = ${entry.job}
    AND due <= ${now}`)) !== undefined

/**
 * Adds a mail to the queue. A mail that is already queued is not added again, but is due now.
 * @param job undefined to store an entry without a mail. The responses to some requests must not reveal whether there is a mail, so
 * both cases have to take the same time.
 * @returns false if the queue is full
 */
export async function queueMail(db: Engine, job: MailJob | undefined): Promise<boolean> {
  if (await isFull(db)) return false
  const wanted = job ? { name: mailName(job), job: JSON.stringify(job) } : emptyEntry()
  await db.transaction(async transaction => {
    await ensureTable(transaction, table, 'mails')
    const now = databaseTime(db)
    // Read outside of the transaction: inside, simultaneous requests would conflict on PostgreSQL.
    const entry = (await hasTable(db)) && (await isDue(db, wanted, now)) ? emptyEntry() : wanted
    await transaction.run(sql`INSERT INTO ${name('_cofferMails')} (name, job, attempts, created, due, ${name('claimedUntil')})
      VALUES (${entry.name}, ${entry.job}, 0, ${now}, ${now}, 0) ON CONFLICT (name) DO UPDATE SET job = excluded.job, due = excluded.due`)
    transaction.emit(mailQueued(undefined))
  })
  return true
}

interface WaitingMail extends Omit<QueuedMail, 'claimedUntil'> {
  /** When the mail can be claimed, in milliseconds since 1970. */
  ready: number
}

/** Lists mails that are not being sent by this server, in the order in which they can be claimed. */
async function listWaiting(reader: Reader, { limit, running }: MailClaim): Promise<WaitingMail[]> {
  const rows =
    await reader.rows(sql`SELECT id, name, job, attempts, CASE WHEN due > ${name('claimedUntil')} THEN due ELSE ${name('claimedUntil')} END AS ready
    FROM ${name('_cofferMails')} ORDER BY ready, id LIMIT ${limit + running.length + 1}`)
  return rows
    .map(([id, name, job, attempts, ready]) => ({
      id: Number(id),
      name: String(name),
      job: String(job),
      attempts: Number(attempts),
      ready: Number(ready),
    }))
    .filter(({ id }) => !running.includes(id))
}

async function claimInTransaction(transaction: Transaction, claim: MailClaim, now: number): Promise<ClaimedMails> {
  const { changes: expired } = await transaction.run(
    sql`DELETE FROM ${name('_cofferMails')} WHERE created <= ${now - maxMailAgeMs} AND job <> ''`,
  )
  await transaction.run(sql`DELETE FROM ${name('_cofferMails')} WHERE job = ''`)
  const waiting = await listWaiting(transaction, claim)
  const claimedUntil = now + claim.durationMs
  const mails = waiting
    .filter(({ ready }) => ready <= now)
    .slice(0, claim.limit)
    .map(({ ready, ...mail }) => ({ ...mail, attempts: mail.attempts + 1, claimedUntil }))
  await transaction.runEach(
    mails.map(
      ({ id, attempts }) =>
        sql`UPDATE ${name('_cofferMails')} SET attempts = ${attempts}, ${name('claimedUntil')} = ${claimedUntil} WHERE id = ${id}`,
    ),
  )
  return { mails, nextDue: waiting[mails.length]?.ready, size: await countMails(transaction), expired }
}

/** Ends the claims of an earlier server. Only one server runs on a database, so the earlier one has ended. */
async function releaseMails(db: Engine): Promise<void> {
  if ((await countMails(db)) === 0) return
  await db.transaction(transaction => transaction.run(sql`UPDATE ${name('_cofferMails')} SET ${name('claimedUntil')} = 0`))
}

/**
 * Claims mails that are due, and removes those that are too old. The claim counts as an attempt, so that a mail that crashes the server
 * is not sent forever. All times are those of `databaseTime`.
 */
export async function claimMails(db: Engine, claim: MailClaim): Promise<ClaimedMails> {
  if (!(await hasTable(db))) return { mails: [], nextDue: undefined, size: 0, expired: 0 }
  // The claims of a node that has ended expire, because they look like the claims of running nodes.
  if (claim.isFirst && !db.node) await releaseMails(db)
  const [next] = await listWaiting(db, claim)
  if (claim.limit === 0 || next === undefined || next.ready > databaseTime(db))
    return { mails: [], nextDue: next?.ready, size: await countMails(db), expired: 0 }
  return db.transaction(transaction => claimInTransaction(transaction, claim, databaseTime(db)))
}

/** Removes a mail that was sent, unless a later job has replaced its job. */
export async function removeMail(transaction: Transaction, { id, job }: Pick<QueuedMail, 'id' | 'job'>): Promise<void> {
  await transaction.run(sql`DELETE FROM ${name('_cofferMails')} WHERE id = ${id} AND job = ${job}`)
}

/** Each claim has another number of attempts. The claim has expired if another node has claimed the mail since. */
const isClaimed = ({ id, job, attempts }: QueuedMail): Sql => sql`id = ${id} AND job = ${job} AND attempts = ${attempts}`

/** Removes a mail that will not be sent, unless its claim has expired or a later job has replaced its job. */
export async function dropMail(transaction: Transaction, mail: QueuedMail): Promise<void> {
  await transaction.run(sql`DELETE FROM ${name('_cofferMails')} WHERE ${isClaimed(mail)}`)
}

/** Ends the claim of a mail, which is due again later, unless the claim has expired. */
export async function postponeMail(
  transaction: Transaction,
  mail: QueuedMail,
  { due, attempts }: { due: number; attempts: number },
): Promise<void> {
  await transaction.run(sql`UPDATE ${name('_cofferMails')} SET due = ${due}, attempts = ${attempts}, ${name('claimedUntil')} = 0
    WHERE ${isClaimed(mail)}`)
}
