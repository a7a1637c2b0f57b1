import { expect, test } from 'vitest'
import { formatLimits, parseLimits } from './parseLimits.ts'

test('parses the limits of each client and of all, and formats them again', () => {
  const items = ['largeBodyBytes=1.5MiB/1GiB', 'smallBodyBytes=500/1000']
  const limits = parseLimits(items)
  expect(limits).toEqual({
    largeBodyBytes: { perClient: 1.5 * 1024 ** 2, total: 1024 ** 3 },
    smallBodyBytes: { perClient: 500, total: 1_000 },
  })
  expect(formatLimits(limits)).toBe('largeBodyBytes=1536KiB/1GiB,smallBodyBytes=500/1000')
})

test.each([
  ['largeBodies=1/2', 'one of these names: smallBodyBytes, largeBodyBytes'],
  ['largeBodyBytes', 'two amounts'],
  ['largeBodyBytes=64MiB', 'as in largeBodyBytes=64MiB/128MiB'],
  ['largeBodyBytes=2MiB/1MiB', 'at most as large'],
  ['largeBodyBytes=0/1MiB', 'two amounts'],
  ['largeBodyBytes=x/1MiB', 'two amounts'],
  ['largeBodyBytes=0.0001KiB/1MiB', 'two amounts'],
])('rejects %s as a limit', (item, message) => {
  expect(() => parseLimits([item])).toThrow(message)
})
