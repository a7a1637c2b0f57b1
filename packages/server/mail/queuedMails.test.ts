import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Engine } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import { openEngines, type TestEngines } from '../db/testing/openEngines.ts'
import type { MailJob } from './MailJob.ts'
import type { MailClaim } from './QueuedMail.ts'
import { claimMails, dropMail, postponeMail, queueMail, removeMail } from './queuedMails.ts'

const jobOf = (recordId: string, email = 'one@x.example'): MailJob => ({
  mail: 'verification',
  collectionId: 'users',
  recordId,
  email,
})

const claim = (db: Engine, limit: number, given: Partial<MailClaim> = {}) =>
  claimMails(db, { limit, running: [], durationMs: 60_000, ...given })

const recordsOf = ({ mails }: Awaited<ReturnType<typeof claim>>): string[] => mails.map(({ job }) => JSON.parse(job).recordId)

describe.each(['sqlite', 'postgres'] as const)('the mail queue on %s', kind => {
  let engines: TestEngines
  let one: Engine
  let other: Engine

  beforeAll(async () => {
    engines = await openEngines(kind, 'mails')
    one = engines.one
    other = engines.other
  })
  beforeEach(async () => {
    await one.transaction(transaction => transaction.run(sql`DELETE FROM ${name('_cofferMails')}`))
  })
  afterAll(() => engines?.close())

  const queueAll = async (count: number): Promise<string[]> => {
    const ids = Array.from({ length: count }, (_, index) => `r${index}`)
    await Promise.all(ids.map(id => queueMail(one, jobOf(id))))
    return ids
  }

  test('two servers that claim at the same time never claim the same mail', async () => {
    const ids = await queueAll(20)
    const claimed: string[] = []
    while (claimed.length < 20) {
      const both = await Promise.all([claim(one, 3), claim(other, 3)])
      claimed.push(...both.flatMap(recordsOf))
    }
    expect(claimed.toSorted()).toEqual(ids.toSorted())
    expect((await claim(one, 5)).mails).toEqual([])
  })

  test('another server can claim a mail once its claim has ended, and the claims count as attempts', async () => {
    await queueAll(1)
    expect((await claim(one, 5, { durationMs: -1 })).mails[0]?.attempts).toBe(1)
    const again = await claim(other, 5)
    expect([again.mails[0]?.attempts, again.size]).toEqual([2, 1])
    expect(again.nextDue).toBeUndefined()
    const waiting = await claim(one, 5)
    expect([waiting.mails, waiting.nextDue]).toEqual([[], again.mails[0]?.claimedUntil])
  })

  test('a server does not claim a mail again that it is still sending', async () => {
    await queueAll(1)
    const [mail] = (await claim(one, 5, { durationMs: -1 })).mails
    expect((await claim(one, 5, { running: [mail?.id ?? 0] })).mails).toEqual([])
  })

  test('a server that starts takes over the claims of the previous one', async () => {
    const ids = await queueAll(2)
    await claim(one, 5)
    expect(recordsOf(await claim(other, 5, { isFirst: true })).toSorted()).toEqual(ids)
  })

  test('a postponed mail is claimed when it is due, and the time is returned until then', async () => {
    await queueAll(1)
    const [mail] = (await claim(one, 5)).mails
    if (!mail) throw new Error('No mail was claimed.')
    const due = Date.now() + 60_000
    await one.transaction(transaction => postponeMail(transaction, mail, { due, attempts: 1 }))
    expect(await claim(one, 5)).toEqual({ mails: [], nextDue: due, size: 1, expired: 0 })
    // The same mail is requested again.
    await queueMail(one, jobOf('r0'))
    expect(await claim(one, 5)).toMatchObject({ mails: [{ attempts: 2 }], size: 1 })
  })

  test('the outcome of a server that was suspended until its claim had expired does not end the claim of another one', async () => {
    await queueAll(1)
    const [late] = (await claim(one, 5, { durationMs: -1 })).mails
    const [claimed] = (await claim(other, 5)).mails
    if (!late || !claimed) throw new Error('No mail was claimed.')
    await one.transaction(async transaction => {
      await postponeMail(transaction, late, { due: 0, attempts: late.attempts })
      await dropMail(transaction, late)
    })
    expect(await claim(one, 5)).toEqual({ mails: [], nextDue: claimed.claimedUntil, size: 1, expired: 0 })
    await other.transaction(transaction => dropMail(transaction, claimed))
    expect((await claim(one, 5)).size).toBe(0)
  })

  test('a mail that is requested many times at once is queued once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => queueMail(one, jobOf('same'))))
    expect(recordsOf(await claim(one, 5))).toEqual(['same'])
    expect((await one.row(sql`SELECT COUNT(*) FROM ${name('_cofferMails')}`))?.map(Number)).toEqual([1])
  })

  test('a mail to a new email replaces the job, and stays queued if the earlier one is sent in the meantime', async () => {
    await queueMail(one, jobOf('r', 'old@x.example'))
    const [mail] = (await claim(one, 5)).mails
    if (!mail) throw new Error('No mail was claimed.')
    await queueMail(one, jobOf('r', 'new@x.example'))
    await one.transaction(transaction => removeMail(transaction, mail))
    const [next] = (await claim(one, 5, { isFirst: true })).mails
    expect(JSON.parse(next?.job ?? '').email).toBe('new@x.example')
  })

  test('mails that are older than a day are discarded', async () => {
    await queueAll(3)
    const yesterday = Date.now() - 25 * 60 * 60_000
    await one.transaction(transaction =>
      transaction.run(sql`UPDATE ${name('_cofferMails')} SET created = ${yesterday} WHERE name LIKE '%r1'`),
    )
    const claimed = await claim(one, 5)
    expect([recordsOf(claimed).toSorted(), claimed.expired, claimed.size]).toEqual([['r0', 'r2'], 1, 2])
  })

  test('a full queue rejects mails', async () => {
    const fill = sql`INSERT INTO ${name('_cofferMails')} (name, job, attempts, created, due, ${name('claimedUntil')})
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
      SELECT 'mail ' || n, '{}', 0, 0, 0, 0 FROM numbers`
    await one.transaction(transaction => transaction.run(fill))
    expect(await queueMail(one, jobOf('late'))).toBe(false)
  })
})
