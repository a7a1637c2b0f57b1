import { expect, test } from 'vitest'
import { completeColumns } from './completeColumns.ts'

const columns = ['title', 'tags', 'created']

test.each([
  ['create index i on t (t', ['title', 'tags']],
  ['create index i on t (title, TA', ['tags']],
  ['create index i on t (title) wh', ['WHERE']],
  ['cr', ['created', 'CREATE']],
  ['create index i on t (title', undefined],
])('completeColumns at the end of %j suggests %j', (text, labels) => {
  expect(completeColumns(text, text.length, columns)?.items.map(({ label }) => label)).toEqual(labels)
})

test('a suggestion replaces the word at the caret', () => {
  expect(completeColumns('on t (ti)', 8, columns)).toMatchObject({ from: 6, to: 8 })
  expect(completeColumns('on t (', 6, columns)).toBeUndefined()
})
