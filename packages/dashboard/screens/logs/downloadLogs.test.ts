import { expect, test } from 'vitest'
import { logFileName, newestFirstOf } from './downloadLogs.ts'

const at = (created: string) => ({ created })
const [early, late] = [at('2026-03-04 05:06:07.089Z'), at('2026-11-21 10:00:00.000Z')]

test('logFileName contains the date of a single entry, or the first and last date of several', () => {
  expect(logFileName([early])).toBe('log_20260304050607089Z.json')
  expect(logFileName([late, early])).toBe('2_logs_20260304050607089Z_to_20261121100000000Z.json')
})

test('several entries are downloaded newest first', () => {
  expect(newestFirstOf([early, late, early])).toEqual([late, early, early])
})
