import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAttemptService } from '../../auth/attemptService.ts'
import type { Engine } from '../../db/engine.ts'
import { name, sql } from '../../db/sql.ts'
import { openEngines, type TestEngines } from '../../db/testing/openEngines.ts'
import type { AttemptLimiter } from './AttemptLimiter.ts'
import { openAttemptLimiter } from './openAttemptLimiter.ts'

const here = '198.51.100.1'

function attempt(limiter: AttemptLimiter, isRight: boolean, target = 'anna', address = here): number {
  const { wait, end } = limiter.begin({ kind: 'password', target }, address)
  end(isRight)
  return wait
}

const fail = (limiter: AttemptLimiter, times: number) =>
  Array.from({ length: times }, () => attempt(limiter, false)).filter(wait => wait > 0).length

describe.each(['sqlite', 'postgres'] as const)('attempts counted on %s', kind => {
  let engines: TestEngines
  let db: Engine

  beforeAll(async () => {
    engines = await openEngines(kind, 'attempts')
    db = engines.one
  })
  beforeEach(async () => {
    await db.transaction(transaction => transaction.run(sql`DELETE FROM ${name('_cofferAttempts')}`))
  })
  afterAll(() => engines?.close())

  // No bucket regains anything while a test runs.
  beforeEach(() => {
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now)
    vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + now })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  const open = () => openAttemptLimiter(createAttemptService(db))
  const countStored = async () => Number((await db.row(sql`SELECT COUNT(*) FROM ${name('_cofferAttempts')}`))?.[0])

  test('failed attempts are limited after a restart as before', async () => {
    const before = await open()
    expect(fail(before.limiter, 10)).toBe(0)
    await before.close()
    const after = await open()
    expect(attempt(after.limiter, true)).toBe(30)
    expect(attempt(after.limiter, true, 'bert')).toBe(0)
    await after.close()
  })

  test('the database receives the attempts without a restart', async () => {
    const { limiter, close } = await open()
    fail(limiter, 3)
    await expect.poll(countStored).toBe(2)
    await close()
  })

  test('the attempts at two servers are counted together', async () => {
    const [one, other] = [await open(), await open()]
    fail(one.limiter, 6)
    await one.close()
    expect(fail(other.limiter, 6)).toBe(0)
    await other.close()
    expect(attempt(other.limiter, true)).toBeGreaterThan(0)
  })

  test('successful attempts are not stored', async () => {
    const { limiter, close } = await open()
    for (let time = 0; time < 20; time += 1) attempt(limiter, true)
    await close()
    expect(await countStored()).toBe(0)
  })

  test('a flood of attempts stores a limited number of buckets, without the texts of clients', async () => {
    const { limiter, close } = await open()
    for (let host = 0; host < 500; host += 1) attempt(limiter, false, `anna${host}`, `198.51.${host % 250}.${host}`)
    await close()
    expect(await countStored()).toBe(100)
    const names = (await db.rows(sql`SELECT name FROM ${name('_cofferAttempts')}`)).join(' ')
    expect(names).not.toMatch(/anna|198\.51/)
  })

  test('buckets that are full again are removed', async () => {
    const { add, load } = createAttemptService(db)
    await add([{ name: 'pair old', at: Date.now() - 60_000, addMs: 30_000, maxMs: 300_000 }])
    await add([{ name: 'pair new', at: Date.now(), addMs: 30_000, maxMs: 300_000 }])
    expect((await load()).map(({ name }) => name)).toEqual(['pair new'])
    expect(await countStored()).toBe(1)
  })
})
