import { expect, test } from 'vitest'
import { describeFilterError } from './describeFilterError.ts'
import { FilterError } from './FilterError.ts'
import { parseFilter } from './parseFilter.ts'

function reasonFor(filter: string): string | undefined {
  try {
    parseFilter(filter)
    return undefined
  } catch (error) {
    return error instanceof FilterError ? describeFilterError(filter, error).reason : String(error)
  }
}

test.each([
  ['', 'empty filter expression'],
  ['   ', 'empty filter expression'],
  ['// remark', 'empty filter expression'],
  ['()', 'empty filter expression'],
  ['a = 1 && ()', 'empty filter expression'],
  ['a', 'invalid or incomplete filter expression'],
  ['a =', 'invalid or incomplete filter expression'],
  ['a = 1 &&', 'invalid or incomplete filter expression'],
  ["a = 'x", 'invalid quoted text "\'x"'],
  ['a = "x', 'invalid quoted text "\\"x"'],
  ['a == 1', 'invalid sign operator "=="'],
  ['a <> 1', 'invalid sign operator "<>"'],
  ['(', 'invalid formatted group - missing 1 closing bracket(s)'],
  ['(a = 1', 'invalid formatted group - missing 1 closing bracket(s)'],
  ['a = 1 && ((b = 2)', 'invalid formatted group - missing 1 closing bracket(s)'],
  ['((a = 1', 'invalid formatted group - missing 2 closing bracket(s)'],
  ['a == 1 && (', 'invalid sign operator "=="'],
  ['a = 1)', 'Unmatched ).'],
  ['a = 1 and b = 2', 'Join conditions with && or ||.'],
  ['&& a = 1', 'Expected a condition.'],
])('rejects %j: %s', (filter, reason) => {
  expect(reasonFor(filter)).toBe(reason)
})
