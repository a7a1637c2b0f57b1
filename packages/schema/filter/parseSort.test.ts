import { describe, expect, test } from 'vitest'
import { FilterError } from './FilterError.ts'
import { parseSort } from './parseSort.ts'

const printed = (source: string) =>
  parseSort(source).map(item => (item.kind === 'random' ? 'random' : `${item.name} ${item.descending ? 'down' : 'up'}`))

describe('parseSort', () => {
  test.each([
    ['', []],
    ['position', ['position up']],
    [' -position ,  +id  ', ['position down', 'id up']],
    ['author.name,-tags:length,meta.a.0', ['author.name up', 'tags:length down', 'meta.a.0 up']],
    ['-@random,name', ['random', 'name up']],
    ['--a', ['-a down']],
  ])('parses the sort %j', (source, expected) => {
    expect(printed(source)).toEqual(expected)
  })

  test('parses a sort with the range of each key', () => {
    expect(parseSort('a, -bc').map(item => item.span)).toEqual([
      { start: 0, end: 1 },
      { start: 2, end: 6 },
    ])
  })
})

test.each([' ', ',', 'a,,b', 'a,', '-', 'a, +'])('rejects the sort %j', source => {
  expect(() => parseSort(source)).toThrow(FilterError)
})
