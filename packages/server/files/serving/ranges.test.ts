import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ParsedRange, parseRange } from './ranges.ts'

const parts = (...list: [number, number][]) => ({ kind: 'parts', parts: list.map(([start, end]) => ({ start, end })) })

test.each<[string | undefined, unknown]>([
  [undefined, { kind: 'whole' }],
  ['', { kind: 'whole' }],
  ['bytes=0-6', parts([0, 6])],
  ['bytes=2-', parts([2, 26])],
  ['bytes=-5', parts([22, 26])],
  ['bytes=-100', parts([0, 26])],
  ['bytes=5-5', parts([5, 5])],
  ['bytes=20-999', parts([20, 26])],
  ['bytes=0-26', parts([0, 26])],
  ['bytes=0-1, 4-5 ,', parts([0, 1], [4, 5])],
  ['bytes=0-1,50-60', parts([0, 1])],
  ['bytes=0-20,5-26', { kind: 'whole' }],
  ['bytes=27-', { kind: 'outside' }],
  ['bytes=100-200', { kind: 'outside' }],
  ['bytes=-0', { kind: 'outside' }],
  ['bytes=', { kind: 'whole' }],
  ['bytes=5-2', { kind: 'unreadable' }],
  ['bytes=a-b', { kind: 'unreadable' }],
  ['bytes=-', { kind: 'unreadable' }],
  ['bytes=1', { kind: 'unreadable' }],
  ['lines=0-1', { kind: 'unreadable' }],
  ['bytes 0-1', { kind: 'unreadable' }],
])('parseRange for a file of 27 bytes parses %j as %j', (header, expected) => {
  expect(parseRange(header, 27)).toEqual(expected)
})

test('every range of an empty file selects the whole file', () => {
  expect(parseRange('bytes=0-5', 0)).toEqual({ kind: 'whole' })
})

test('the parts of a range are always within the file', () => {
  const header = fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(header, fc.nat(30), (list, size) => {
      const range: ParsedRange = parseRange(`bytes=${list.map(([a, b]) => `${a}-${b}`).join(',')}`, size)
      for (const { start, end } of range.kind === 'parts' ? range.parts : []) {
        expect(0 <= start && start <= end && end < size).toBe(true)
      }
    }),
  )
})

test('a range with more than 100 parts selects the whole file', () => {
  const parseParts = (count: number) =>
    parseRange(`bytes=${Array.from({ length: count }, (_, at) => `${at * 2}-${at * 2}`).join()}`, 1000)
  expect(parseParts(100)).toMatchObject({ kind: 'parts' })
  expect(parseParts(101)).toEqual({ kind: 'whole' })
})
