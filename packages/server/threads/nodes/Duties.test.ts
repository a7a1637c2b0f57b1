import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Duties } from './Duties.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const minute = new Date('2026-03-01T02:30:00Z')
const nextMinute = new Date('2026-03-01T02:31:00Z')

/**
 * Opens the duties of a node. The minute before was claimed by another one.
 * @param reply called when the database has claimed a minute, before the node knows it
 */
function openDuties(reply: () => unknown) {
  const starts: (Date | undefined)[] = []
  const clock = { now: minute }
  const duties = new Duties({
    takeDuties: async () => minute.getTime() - 60_000,
    claimMinute: async ({ after }) => {
      const claimed = after < clock.now.getTime() ? clock.now.getTime() : undefined
      await reply()
      return claimed
    },
  })
  duties.start(moment => starts.push(moment))
  return { duties, starts, clock }
}

test('a node starts what is due in a minute that it has claimed, once', async () => {
  const { duties, starts, clock } = openDuties(() => undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(starts).toEqual([minute])
  expect(await duties.claimMinute()).toBeUndefined()
  clock.now = nextMinute
  expect(await duties.claimMinute()).toEqual(nextMinute)
  expect(starts).toEqual([minute])
})

test('a node that does not have the duties claims no minute', async () => {
  let claims = 0
  const { duties } = openDuties(() => {
    claims += 1
  })
  expect(await duties.claimMinute()).toBeUndefined()
  expect(claims).toBe(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(claims).toBe(1)
  duties.stop()
  expect(await duties.claimMinute()).toBeUndefined()
  expect(claims).toBe(1)
})

test('two claims of a node at the same time start a minute once', async () => {
  const { duties, clock } = openDuties(() => undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  clock.now = nextMinute
  expect(await Promise.all([duties.claimMinute(), duties.claimMinute()])).toEqual([nextMinute, undefined])
})

test('a node that was suspended while it claimed a minute starts nothing, because another node has the duties', async () => {
  let suspendedMs = 0
  const { duties, clock } = openDuties(() => vi.advanceTimersByTime(suspendedMs))
  await vi.advanceTimersByTimeAsync(1_000)
  clock.now = nextMinute
  suspendedMs = 5_000
  // Timers of a suspended process do not fire.
  vi.clearAllTimers()
  expect(await duties.claimMinute()).toBeUndefined()
  expect(duties.areHeld).toBe(false)
})

test('a node claims a minute again until it receives the reply if the database is unreachable for a moment', async () => {
  let failures = 2
  const { starts } = openDuties(() => {
    failures -= 1
    if (failures >= 0) throw new Error('The session of this node is lost.')
  })
  // It gets the duties while the claims fail, as after the end of a node during a switchover.
  await vi.advanceTimersByTimeAsync(1_000)
  await expect.poll(() => starts, { timeout: 10_000 }).toEqual([minute])
  expect(failures).toBeLessThan(0)
})

test('a node whose claims of a minute fail until it no longer has the duties starts nothing', async () => {
  let claims = 0
  const { duties, starts } = openDuties(() => {
    claims += 1
    throw new Error('The session of this node is lost.')
  })
  await vi.advanceTimersByTimeAsync(1_000)
  const claim = duties.claimMinute()
  await expect.poll(() => claims).toBeGreaterThan(2)
  // Without the database, it cannot take the duties again.
  vi.clearAllTimers()
  vi.advanceTimersByTime(5_000)
  expect(await claim).toBeUndefined()
  await expect.poll(() => starts).toEqual([undefined])
})

test('a node whose claim of a minute succeeds minutes later starts the current minute instead', async () => {
  let replied: Promise<void> | undefined
  const { duties, clock } = openDuties(() => replied)
  await vi.advanceTimersByTimeAsync(1_000)
  clock.now = nextMinute
  const waiting = Promise.withResolvers<void>()
  replied = waiting.promise
  const claim = duties.claimMinute()
  // It has the duties all the time.
  await vi.advanceTimersByTimeAsync(60_000)
  clock.now = new Date('2026-03-01T02:32:00Z')
  waiting.resolve()
  expect(await claim).toEqual(clock.now)
})

test('a node that was suspended gets no deliveries, even if it looked up their targets before', async () => {
  const { duties } = openDuties(() => undefined)
  await vi.advanceTimersByTimeAsync(1_000)
  const delivery = { id: 1, message: 'msg', target: 'hook', subject: 'a', content: '', created: 0, attempts: 0 }
  const store = duties.limit({
    plan: async () => true,
    trim: async () => 1,
    targets: async () => ['hook'],
    due: async () => ({ deliveries: [delivery], nextDue: undefined }),
    deliver: async () => ({ state: 'delivered', outcome: '' }),
    settle: async () => undefined,
  })
  const ask = async () => [await store.plan(), await store.trim(), await store.targets(), await store.due('hook', 1, [])]
  expect(await ask()).toEqual([true, 1, ['hook'], { deliveries: [delivery], nextDue: undefined }])
  vi.clearAllTimers()
  vi.advanceTimersByTime(5_000)
  expect(await ask()).toEqual([false, 0, [], { deliveries: [], nextDue: undefined }])
})
