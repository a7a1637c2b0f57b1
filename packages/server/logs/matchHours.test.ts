import { parseFilter } from '@coffer/schema'
import { expect, test } from 'vitest'
import { isHourly } from './matchHours.ts'

test.each([
  'level > 0',
  'data.auth != "admin"',
  '"guest" = data.auth || level = 8',
  'data.auth!="admin" && created >= "2026-03-04 05:00:00.000Z" && created < "2026-03-04 07:00:00.000Z" && (level >= 4)',
])('isHourly accepts the filter %s', filter => {
  expect(isHourly(parseFilter(filter))).toBe(true)
})

test.each([
  'data.status = 400',
  'message ~ "a"',
  'data ~ "a"',
  'data.auth.x = 1',
  'id = "a"',
  'level > 0 && rowid > 3',
  'created > "2026-03-04 05:00:00.000Z"',
  'created <= "2026-03-04 05:00:00.000Z"',
  'created >= "2026-03-04 05:00:00.001Z"',
  'created >= "2026-03-04 05:00"',
  'created >= @now',
  '"2026-03-04 05:00:00.000Z" <= created',
])('isHourly rejects the filter %s', filter => {
  expect(isHourly(parseFilter(filter))).toBe(false)
})
