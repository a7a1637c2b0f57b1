import { expect, test } from 'vitest'
import { WorkMeter } from './WorkMeter.ts'

test('half of the work is forgotten every ten seconds', () => {
  const clock = { now: 0 }
  const work = new WorkMeter(() => clock.now)
  work.add(['a', 'user u'], 800)
  work.add(['b'], 200)
  clock.now = 10_000
  expect([work.of('a'), work.of('user u'), work.of('b'), work.of('c'), work.total]).toEqual([400, 400, 100, 0, 500])
  work.add(['b'], -300)
  expect(work.of('b')).toBe(0)
  expect(work.timeUntil(400, 100)).toBe(20_000)
  expect(work.timeUntil(100, 100)).toBe(0)
})
