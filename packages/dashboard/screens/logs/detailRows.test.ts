import { expect, test } from 'vitest'
import { detailRows } from './detailRows.ts'

const rows = (data: Record<string, unknown>) => detailRows({ data }).map(({ key, kind, text }) => `${key} ${kind} ${text}`)

test('detailRows sorts known keys first, then the others in their original order', () => {
  expect(rows({ zeta: 1, dialect: 'today', url: '/a', alpha: 2, status: 200, type: 'request', execTime: 1.5 })).toEqual([
    'execTime text 1.5ms',
    'type text request',
    'status text 200',
    'url text /a',
    'dialect text today',
    'zeta text 1',
    'alpha text 2',
  ])
})

test.each([
  [{ a: null }, 'a text N/A'],
  [{ a: '' }, 'a text N/A'],
  [{ a: [] }, 'a text N/A'],
  [{ a: 0 }, 'a text 0'],
  [{ a: false }, 'a text false'],
  [{ a: { b: 1 } }, 'a json {\n  "b": 1\n}'],
  [{ error: 'It broke.' }, 'error error It broke.'],
  [{ error: { code: 1 } }, 'error error {"code":1}'],
  [{ details: '<b>why</b>' }, 'details html <b>why</b>'],
  [{ details: { why: 1 } }, 'details json {\n  "why": 1\n}'],
  [{ execTime: 1.5 }, 'execTime text 1.5'],
])('detailRows formats %j as "%s"', (data, row) => {
  expect(rows(data)).toEqual([row])
})
