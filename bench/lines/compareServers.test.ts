import { expect, test } from 'vitest'
import { compareServers, slowerLines } from './compareServers.ts'
import type { Goal } from './Line.ts'
import type { LineResult } from './measureLine.ts'

const resultOf = (contestant: string, name: string, rate: number, goal?: Goal, title = 'a'): LineResult => ({
  contestant,
  line: { name, fixture: 'small', connections: 1, requests: () => [], isRight: () => true, ...(goal && { goal }) },
  result: { responses: 1, errors: 0, rate, p50: 1000 / rate, p99: 1, work: 10 },
  response: { status: 200, bytes: 1, json: { title } },
})

test('compares the lines of two servers by their rates, times and first responses', () => {
  const results = [
    resultOf('one', 'list', 200, { kind: 'ratio', times: 8 }),
    resultOf('other', 'list', 100),
    resultOf('one', 'view', 100),
    resultOf('other', 'view', 400, undefined, 'b'),
    resultOf('third', 'view', 1),
  ]
  expect(compareServers(results, 'one', 'other')).toEqual([
    { name: 'list', rate: 2, p50: 2, work: 1, goal: 8, isSame: true },
    { name: 'view', rate: 0.25, p50: 0.25, work: 1, goal: undefined, isSame: false },
  ])
})

test('a line that one of the servers has answered wrongly, or does not have, is not compared', () => {
  const wrong = { ...resultOf('other', 'list', 1), result: { wrong: 'status 500, 0 bytes' } }
  expect(compareServers([resultOf('one', 'list', 1), wrong, resultOf('one', 'view', 1)], 'one', 'other')).toEqual([])
})

test('lines are slower if their rate is lower by more than 3 %, and the slowest is the first', () => {
  const rates = { same: 1, slow: 0.96, 'at the limit': 0.97, slowest: 0.5, faster: 2 }
  const lines = Object.entries(rates).map(([name, rate]) => ({ name, rate, p50: rate, work: 1, goal: undefined, isSame: true }))
  expect(slowerLines(lines).map(({ name }) => name)).toEqual(['slowest', 'slow'])
})
