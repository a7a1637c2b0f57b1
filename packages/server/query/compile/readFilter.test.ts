import { expect, test } from 'vitest'
import { readFilter } from './readFilter.ts'

test('a filter in use stays cached', () => {
  const first = readFilter('a = 1')
  for (let index = 0; index < 900; index++) readFilter(`a = ${index + 2}`)
  expect(readFilter('a = 1')).toBe(first)
  for (let index = 0; index < 900; index++) readFilter(`b = ${index}`)
  expect(readFilter('a = 1')).toBe(first)
})

test('a filter is evicted after 1000 others', () => {
  const first = readFilter('forgotten = 1')
  for (let index = 0; index < 1000; index++) readFilter(`c = ${index}`)
  expect(readFilter('forgotten = 1')).not.toBe(first)
  expect(readFilter('forgotten = 1')).toEqual(first)
})

test('an invalid filter throws a syntax error each time', () => {
  expect(() => readFilter('a =')).toThrow('Expected a field or a value after =.')
  expect(() => readFilter('a =')).toThrow('Expected a field or a value after =.')
})
