import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import type { Magazine } from '../testing/openMagazine.ts'
import { openOnBoth, randomRuns } from '../testing/openOnBoth.ts'

const texts = [
  '',
  ' ',
  '0',
  '1',
  '5',
  '5.0',
  ' 5',
  '5e0',
  '1e3',
  '-1',
  '.5',
  '0x10',
  'Infinity',
  'true',
  'null',
  'a',
  'A',
  'É',
  'é',
  '😀',
]
const patterns = ['%', '_', 'a%', '%É', '\\', '\\%', 'a\\']
const more = ["it's", '"q"', '[]', '["a"]', '{"a":1}', '2026-03-01 10:00:00.000Z', '2026', '\uffff', 'ﬀ', 'ı']
const numbers = [0, 1, -1, 5, 0.5, 1000, 1e-7, 0.1, -2.5, 123456789, 1e15, 9007199254740991, 1e20, -1e300]
const json = [
  '5',
  '"5"',
  '5.5',
  '"a"',
  '""',
  'true',
  'false',
  '[]',
  '{}',
  '["a",1,null,"5"]',
  '{"a":1}',
  '{"a":"5","b":{"c":true}}',
  '{"a":null}',
]
const deep = ['{"a":[1,{"b":"x y"}],"0":"z"}', '[[1],{"a":"é"}]', '-1', '"1e3"', '{"a":1.5}', '{"a":"\\u00e9\\n"}']

const allTexts = [...texts, ...patterns, ...more]
// In the order of their insertion, because SQLite reads ids from their index.
const ids = Array.from({ length: 40 }, (_, index) => `row${index + 10}`)

const text = fc.constantFrom(...allTexts)
const list = fc.uniqueArray(text, { maxLength: 3 }).map(values => JSON.stringify(values))
const relations = fc.uniqueArray(fc.constantFrom(...ids.slice(0, 5), 'missing'), { maxLength: 3 })

const row = fc.record({
  t: text,
  n: fc.constantFrom(...numbers),
  b: fc.nat(1),
  e: text,
  d: text,
  s1: text,
  s2: list,
  f2: list,
  r1: relations.map(([first = '']) => first),
  rN: relations.map(values => JSON.stringify(values)),
  j: fc.option(fc.constantFrom(...json, ...deep)),
  ed: text,
})

function literal(value: string | number | null): string {
  if (value === null) return 'NULL'
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}

/** Random rows for the collection `scratch`, which has a field of each type. */
const insertions = (): string =>
  fc
    .sample(row, ids.length)
    .map((values, index) => {
      const columns = Object.keys(values).map(column => `"${column}"`)
      return `INSERT INTO scratch (id, ${columns.join()}) VALUES ('${ids[index]}', ${Object.values(values).map(literal).join()});`
    })
    .join('\n')

let magazine: Magazine
beforeAll(async () => {
  magazine = await openOnBoth(`DELETE FROM scratch;\n${insertions()}`)
})
afterAll(() => magazine?.close())

const own = [
  'id',
  'created',
  't',
  'n',
  'b',
  'e',
  'd',
  's1',
  's2',
  's2:each',
  's2:length',
  's1:length',
  'f2',
  'f2:each',
  'r1',
  'rN',
  'rN:each',
  'ed',
]
const inJson = ['j', 'j.a', 'j.0', 'j.1', 'j.a.b', 'j.b.c', 'j.a.1.b']
const related = ['r1', 'rN', 'scratch_via_r1', 'scratch_via_rN'].flatMap(path =>
  ['t', 'n', 'b', 's2', 'j.a', 'j'].map(field => `${path}.${field}`),
)
const fromRequest = [
  '@request.data.t',
  '@request.data.n',
  '@request.data.b',
  '@request.data.s2:each',
  '@request.data.s2:length',
  '@request.data.rN.t',
  '@request.auth.verified',
  '@request.auth.name',
  '@request.query.n',
  '@collection.scratch.n',
  '@collection.scratch.t',
]
const operators = ['=', '!=', '>', '>=', '<', '<=', '~', '!~'].flatMap(operator => [operator, `?${operator}`])
const quoted = (value: string): string | undefined =>
  [`'${value}'`, `"${value}"`].find(candidate => !value.includes(candidate.charAt(0)) && !value.endsWith('\\'))
const literals = [
  ...allTexts.flatMap(value => quoted(value) ?? []),
  ...numbers.filter(value => Math.abs(value) < 1e15).map(value => value.toFixed(8).replace(/\.?0+$/, '')),
  'null',
  'true',
  'false',
  '@now',
  '@year',
]

const path = fc.oneof(
  { arbitrary: fc.constantFrom(...own), weight: 4 },
  { arbitrary: fc.constantFrom(...inJson), weight: 2 },
  fc.constantFrom(...related),
  fc.constantFrom(...fromRequest),
)
const value = fc.oneof({ arbitrary: fc.constantFrom(...literals), weight: 2 }, path)
const comparison = fc
  .tuple(path, fc.constantFrom(...operators), value, fc.boolean())
  .map(([one, operator, other, isTurned]) => (isTurned ? [other, operator, one] : [one, operator, other]).join(' '))
const filter = fc
  .array(fc.tuple(comparison, fc.constantFrom(' && ', ' || ')), { minLength: 1, maxLength: 3 })
  .map(parts => parts.map(([part, separator], index) => (index === 0 ? part : separator + part)).join(''))
const sort = fc
  .tuple(fc.constantFrom('', '-'), fc.constantFrom('', ...own, ...inJson, 'r1.t', 'r1.n', 'r1.j.a', 'rN.t'))
  .map(([sign, field]) => (field === '' ? '' : `${sign}${field}`))

const now = new Date('2026-03-01T10:00:00Z')
const data = fc.record({
  t: text,
  n: fc.oneof(text, fc.constantFrom(...numbers)),
  b: fc.boolean(),
  s2: fc.array(text, { maxLength: 2 }),
  rN: relations,
})

test('random filters and sorts of awkward values find the same records in the same order on SQLite and on PostgreSQL', async () => {
  const auth = await magazine.authRecord('users', 'alice0000000001')
  await fc.assert(
    fc.asyncProperty(filter, sort, data, text, async (filter, sort, data, n) => {
      // Compares the two databases.
      await magazine.find('scratch', { filter, sort, now, request: { data, auth, query: { n } } })
    }),
    randomRuns,
  )
})
