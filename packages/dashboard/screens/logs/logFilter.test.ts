import { expect, test } from 'vitest'
import { logFilter } from './logFilter.ts'

const range = { from: Date.parse('2026-03-04T05:00Z') / 1000, to: Date.parse('2026-03-04T07:00Z') / 1000 }

test.each([
  [{}, 'data.auth!="admin"'],
  [{ includesAdmins: true }, ''],
  [{ includesAdmins: true, typed: ' level > 0 || message = "a" ' }, 'level > 0 || message = "a"'],
  [{ typed: 'level > 0 || data.status = 400' }, 'data.auth!="admin" && (level > 0 || data.status = 400)'],
  [{ typed: 'say "hi"' }, 'data.auth!="admin" && (level~"say \\"hi\\""||message~"say \\"hi\\""||data~"say \\"hi\\"")'],
  [{ typed: '404' }, 'data.auth!="admin" && (level~404||message~404||data~404)'],
  [
    { range, typed: 'level > 0' },
    'data.auth!="admin" && created >= "2026-03-04 05:00:00.000Z" && created < "2026-03-04 07:00:00.000Z" && (level > 0)',
  ],
])('logFilter of %j is %s', (view, filter) => {
  expect(logFilter({ typed: '', includesAdmins: false, range: undefined, ...view })).toBe(filter)
})
