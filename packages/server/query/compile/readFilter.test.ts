import { expect, test } from 'vitest'
import { readFilter } from './readFilter.ts'

test('a filter is read once for as long as it is used', () => {
  const first = readFilter('a = 1')
  for (let index = 0; index < 900; index++) readFilter(`a = ${index + 2}`)
  expect(readFilter('a = 1')).toBe(first)
  for (let index = 0; index < 900; index++) readFilter(`b = ${index}`)
  expect(readFilter('a = 1')).toBe(first)
})

test('what is not used any more is forgotten', () => {
  const first = readFilter('forgotten = 1')
  for (let index = 0; index < 1000; index++) readFilter(`c = ${index}`)
  expect(readFilter('forgotten = 1')).not.toBe(first)
  expect(readFilter('forgotten = 1')).toEqual(first)
})

test('a text that is no filter is refused each time', () => {
  expect(() => readFilter('a =')).toThrow('Expected a field or a value after =.')
  expect(() => readFilter('a =')).toThrow('Expected a field or a value after =.')
})
