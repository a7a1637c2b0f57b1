import { completeFilter, findFilterProblems } from '@coffer/schema'
import { expect, test } from 'vitest'
import { logFilterExamples, logSubject } from './logSubject.ts'

const suggestions = (text: string) =>
  completeFilter({ text, position: text.length, isExplicit: true, now: new Date(0) }, logSubject)?.items.map(({ label }) => label)

test.each([
  ['', ['level', 'message', 'data', 'data.']],
  ['data.', ['status', 'auth', 'method', 'url', 'execTime', 'userIp']],
  ['stat', ['data.status']],
  ['data.auth = ', ['"guest"', '"admin"', '"authRecord"']],
  ['data.dialect = ', ['"today"']],
  ['data.status ', ['=', '!=', '>', '>=', '<', '<=']],
])('completion of log filters after "%s" suggests %j', (text, labels) => {
  expect(suggestions(text)).toEqual(expect.arrayContaining(labels))
})

test('log filters accept unknown keys of the data, but no other unknown names', () => {
  expect(findFilterProblems('data.own.key > 1 && data.status = 1', logSubject)).toEqual([])
  expect(findFilterProblems('colour = 1', logSubject)[0]?.message).toContain('"colour"')
  const examples = logFilterExamples.slice(0, -1).map(([filter]) => filter)
  expect(examples.flatMap(filter => findFilterProblems(filter, logSubject))).toEqual([])
})
