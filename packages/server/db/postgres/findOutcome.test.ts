import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../../test/harness/openPostgres.ts'
import { currentTimeline, findOutcome, type TransactionIdentity } from './findOutcome.ts'

async function connect(address: string): Promise<pg.Client> {
  const client = new pg.Client(address)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A time that no checkpoint of a test reaches: the start of a server makes one, in the second in which the test begins. */
const afterCheckpoint = '2100-01-01 00:00:00+00'

const identity = `SELECT pg_current_xact_id()::text AS id, '${afterCheckpoint}' AS "begunAt", ${currentTimeline} AS timeline`

test.each([
  ['COMMIT', 'committed'],
  ['ROLLBACK', 'aborted'],
] as const)(
  'a transaction that still runs after its connection was lost is waited for: after a %s, it is %s',
  async (end, expected) => {
    const postgres = await openPostgres()
    onTestFinished(postgres.close)
    const [own, other] = [await connect(postgres.address), await connect(postgres.address)]
    await own.query('BEGIN')
    const [transaction] = (await own.query<TransactionIdentity>(identity)).rows
    if (!transaction) throw new Error('PostgreSQL returned no row.')
    let asked = 0
    const outcome = await findOutcome(async ask => {
      const status = await ask(other)
      asked += 1
      if (asked === 2) await own.query(end)
      return status
    }, transaction)
    expect([outcome, asked]).toEqual([expected, 3])
    // After a crash, PostgreSQL can have lost the id.
    const lost = { ...transaction, id: `${BigInt(transaction.id) + 1_000n}` }
    expect(await findOutcome(ask => ask(other), lost)).toBe('aborted')
  },
)

test('the outcome of a transaction is unknown if its id was assigned again, after a recovery or by a promoted standby', async () => {
  const postgres = await openPostgres()
  onTestFinished(postgres.close)
  const client = await connect(postgres.address)
  const { rows } = await client.query<{ id: string; timeline: string }>(
    `SELECT pg_current_xact_id()::text AS id, ${currentTimeline} AS timeline`,
  )
  const [committed] = rows
  if (!committed) throw new Error('PostgreSQL returned no row.')
  const outcomeOf = (identity: { begunAt?: string; timeline?: string }) =>
    findOutcome(ask => ask(client), { begunAt: afterCheckpoint, ...committed, ...identity })
  expect(await outcomeOf({})).toBe('committed')
  expect(await outcomeOf({ begunAt: '2000-01-01 00:00:00+00' })).toBe('unknown')
  expect(await outcomeOf({ timeline: '000000FF' })).toBe('unknown')
})
