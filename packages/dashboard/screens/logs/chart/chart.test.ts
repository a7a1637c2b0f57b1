import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fillHours, formatHourText, hour, hoursBetween, lastHours, rangeFilter, readRange } from './hours.ts'
import { countTicks, isMajor, timeTicks } from './ticks.ts'

const at = (text: string) => Date.parse(`${text}Z`) / 1000
const counted = (date: string, total: number) => ({ date: `${date}:00:00.000Z`, total })

describe('fillHours', () => {
  it('counts hours without entries as zero', () => {
    const { times, totals } = fillHours([counted('2026-03-04 23', 2), counted('2026-03-05 02', 5)])
    expect(totals).toEqual([2, 0, 0, 5])
    expect(times).toEqual([0, 1, 2, 3].map(by => at('2026-03-04T23:00') + by * hour))
  })

  it('adds an hour with zero entries before and after a single hour', () => {
    expect(fillHours([counted('2026-03-04 23', 2)]).totals).toEqual([0, 2, 0])
    expect(fillHours([])).toEqual({ times: [], totals: [] })
  })

  it('fills a range up to both ends with zeros', () => {
    const range = { from: at('2026-03-04T22:00'), to: at('2026-03-05T01:00') }
    expect(fillHours([counted('2026-03-04 23', 2)], range).totals).toEqual([0, 2, 0])
    expect(fillHours([], range).totals).toEqual([0, 0, 0])
  })
})

test('hoursBetween returns the hours whose points are within a dragged section', () => {
  const from = at('2026-03-04T05:00')
  expect(hoursBetween(from - 60, from + hour + 60)).toEqual({ from, to: from + 2 * hour })
  expect(hoursBetween(from + hour + 60, from - 60)).toEqual({ from, to: from + 2 * hour })
  expect(hoursBetween(from + 60, from + 120)).toEqual({ from, to: from + hour })
})

test('lastHours includes the current hour', () => {
  expect(lastHours(6, new Date('2026-03-04T05:59:00Z'))).toEqual({ from: at('2026-03-04T00:00'), to: at('2026-03-04T06:00') })
})

test('a range formatted for the URL is parsed to the same range', () => {
  const range = { from: at('2026-03-04T05:00'), to: at('2026-03-04T07:00') }
  expect(readRange(formatHourText(range.from), formatHourText(range.to))).toEqual(range)
  expect(rangeFilter(range)).toBe('created >= "2026-03-04 05:00:00.000Z" && created < "2026-03-04 07:00:00.000Z"')
})

test.each([
  [undefined, '2026-03-04T05'],
  ['2026-03-04T05', undefined],
  ['2026-03-04T05', '2026-03-04T05'],
  ['x', 'y'],
  ['2026-03-04T05:30', '2026-03-04T07'],
])('readRange rejects the range from %s to %s', (from, to) => {
  expect(readRange(from, to)).toBeUndefined()
})

describe('ticks', () => {
  it('timeTicks returns at most 15 whole hours at equal distances', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900_000 }), fc.integer({ min: 1, max: 30_000 }), (start, length) => {
        const [from, to] = [start * hour, (start + length) * hour]
        const ticks = timeTicks(from, to)
        expect(ticks.length).toBeLessThanOrEqual(15)
        expect(ticks.length).toBeGreaterThan(1)
        expect(ticks.every(tick => tick % hour === 0 && tick >= from && tick <= to)).toBe(true)
        expect(new Set(ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0))).size).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('isMajor is true only for ticks at the start of a day', () => {
    const ticks = timeTicks(at('2026-03-04T10:00'), at('2026-03-06T10:00'))
    expect(ticks.filter(isMajor).map(tick => new Date(tick * 1000).toISOString().slice(0, 10))).toEqual([
      '2026-03-05',
      '2026-03-06',
    ])
  })

  it('countTicks returns at most 4 whole numbers from zero to at least the maximum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), max => {
        const ticks = countTicks(max)
        expect(ticks[0]).toBe(0)
        expect(ticks.length).toBeLessThanOrEqual(4)
        expect(ticks.every(Number.isInteger)).toBe(true)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(1, max))
      }),
    )
    expect([0, 1, 3, 4, 7, 100].map(countTicks)).toEqual([
      [0, 1],
      [0, 1],
      [0, 1, 2, 3],
      [0, 2, 4],
      [0, 3, 6, 9],
      [0, 50, 100],
    ])
  })
})
