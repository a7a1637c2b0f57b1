import { expect, test } from 'vitest'
import type { Difference } from './Exchange.ts'
import { isCutOff } from './isCutOff.ts'

const problem = (...differences: Difference[]) => ({ step: 1, what: 'GET /api/x', differences })
const status = (got: number) => ({ at: 'status', expected: 200, got })
const response = (message: string) => ({ at: 'response', expected: '', got: JSON.stringify({ code: 503, message, data: {} }) })
const sentence = 'This node was cut off from the others while it answered. Please try again.'

test('a scenario that a lapsed node has answered with 503 is repeated, however many values differ', () => {
  const values = Array.from({ length: 40 }, (_, index) => ({ at: `$.items[${index}]`, expected: index, got: undefined }))
  expect(isCutOff(problem(status(503), ...values, response(sentence)))).toBe(true)
  const behind = response('This node is not up to date with the others. Please try again in a moment.')
  expect(isCutOff(problem(status(503), behind))).toBe(true)
  const listener = { at: 'error', expected: '', got: `Error: listener a: subscribing returned 503 {"message":"${sentence}"}` }
  expect(isCutOff(problem(listener))).toBe(true)
})

test('a scenario with any other difference is not repeated', () => {
  expect(isCutOff(problem(status(503), response('The server is busy. Please try again in a moment.')))).toBe(false)
  expect(isCutOff(problem(status(400), response(sentence)))).toBe(false)
  expect(isCutOff(problem({ at: '$.name', expected: sentence, got: '' }, response('Other.')))).toBe(false)
})
