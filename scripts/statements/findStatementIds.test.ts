import { expect, test } from 'vitest'
import { findStatementIds } from './findStatementIds.ts'
import { readStatements } from './readStatements.ts'

test.each([
  ["test('M05.7 an empty table', async () => {})", ['M05.7']],
  ['test(\n  "M05.7 M05.8, M06.1: more",', ['M05.7', 'M05.8', 'M06.1']],
  ["test('M05.7–9 a range', …)", ['M05.7', 'M05.8', 'M05.9']],
  ["test('M05.7-M05.8 a range', …)", ['M05.7', 'M05.8']],
  ["test.each(table)('M12.10 %s', …)", ['M12.10']],
  ["describe('M01.1', …)", ['M01.1']],
  ["test.skip('M05.7 later', …)", []],
  ["test.todo('M05.7 later')", []],
  ["const id = 'M05.7'", []],
  ["test(`M05.7 it's `, …)", ['M05.7']],
  ["test('no number')", []],
])('the ids in %s are found', (source, ids) => {
  expect([...findStatementIds(source)]).toEqual(ids)
})

test('groups and statements are parsed from the page', () => {
  const markdown = '# Title\n\n## M01 — first\n\n- M01.1 — one (S1 §2)\n- M01.2 — two\n\n## M02 — second\n\n- M02.1 — three\n'
  expect(readStatements(markdown)).toEqual([
    {
      id: 'M01',
      title: 'first',
      statements: [
        { id: 'M01.1', text: 'one (S1 §2)' },
        { id: 'M01.2', text: 'two' },
      ],
    },
    { id: 'M02', title: 'second', statements: [{ id: 'M02.1', text: 'three' }] },
  ])
})
