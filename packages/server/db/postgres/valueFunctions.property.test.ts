import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres, type PostgresServer } from '../../../../test/harness/openPostgres.ts'
import { viewFunctions } from './functions.ts'
import { numberOf, numberText } from './sqliteNumbers.ts'

let server: PostgresServer
let client: pg.Client
const sqlite = new DatabaseSync(':memory:')

beforeAll(async () => {
  server = await openPostgres()
  client = new pg.Client(await server.createDatabase())
  await client.connect()
  await client.query(viewFunctions)
  // Running them again on a database that has them changes nothing.
  await client.query(viewFunctions)
  sqlite.exec('CREATE TABLE numbers (value NUMERIC)')
})
afterAll(async () => {
  await client?.end()
  await server?.close()
})

/** Evaluates an expression of `a` and `b` for each pair of texts in one query. */
async function onPostgres(expression: string, pairs: readonly (readonly [unknown, unknown?])[]): Promise<unknown[]> {
  const { rows } = await client.query<[unknown]>({
    text: `SELECT ${expression} FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS pair(a, b, place) ORDER BY place`,
    values: [pairs.map(([a]) => a), pairs.map(([, b]) => b)],
    rowMode: 'array',
  })
  return rows.map(([value]) => value)
}

function onSqlite(expression: string, pairs: readonly (readonly [unknown, unknown?])[]): unknown[] {
  const statement = sqlite.prepare(`SELECT ${expression} AS value FROM (SELECT ? AS a, ? AS b)`)
  statement.setReadBigInts(true)
  return pairs.map(([a, b = null]) => {
    const value = statement.get(a as string, b as string)?.value
    return typeof value === 'bigint' ? Number(value) : value
  })
}

/** Texts that are numeric for SQLite, and similar ones. */
const numeric = fc.oneof(
  fc.constantFrom(
    '5',
    ' 5 ',
    '5.',
    '.5',
    '5e',
    '1e5',
    '-1E-5',
    '0x10',
    '+5',
    '',
    ' ',
    '.',
    '-',
    '1e400',
    '-1e400',
    '1e-400',
    '00',
    '1_0',
    'Inf',
    'NaN',
    '٣',
  ),
  fc.double({ noNaN: true }).map(String),
  fc.stringMatching(/^[ +.e0-9-]{0,6}$/),
)
const text = fc.oneof(
  numeric,
  fc.constantFrom('a', 'B', 'É', 'é', '\u{1f600}', '\uffff', "it's"),
  fc.string({ maxLength: 5 }).filter(isStorable),
)

/** PostgreSQL stores neither the character NUL nor half of a surrogate pair. */
function isStorable(content: string): boolean {
  return !content.includes('\0') && content.isWellFormed()
}

const json = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }).map(value => JSON.stringify(value)),
  fc.constantFrom(
    '{"a":1,"a":2}',
    '{"0":"z"}',
    ' [ 1.0 , 1e2,true ,null, "x\\u00e9 \\" y" ] ',
    '9007199254740993',
    '{"a b":{"c":[{"d":" "}]}}',
  ),
  fc.record({ a: fc.jsonValue({ maxDepth: 1 }), b: fc.array(fc.jsonValue({ maxDepth: 0 })) }).map(value => JSON.stringify(value)),
)
const storableJson = json.filter(content => isStorable(content) && !/\\u(?:0000|d[89a-f])/i.test(content))

/** Expressions for the type and the content of a value, in SQLite and in PostgreSQL. */
const typed = (value: string) => `CASE typeof(${value}) WHEN 'text' THEN 'text ' || ${value} ELSE 'number ' || ${value} END`
const typedValue = (value: string) =>
  `CASE json_typeof(${value}) WHEN 'string' THEN 'text ' || (${value} #>> '{}') ELSE 'number ' || (${value})::text END`

/** Reads results of these expressions, joined by commas: 1, 1.0 and 1e0 are the same number. */
const readTyped = (results: readonly unknown[]) =>
  results.map(result => String(result).replace(/number ([^,]+)/g, (_, number) => `number ${Number(number)}`))

/** SQLite writes some smaller numbers with 17 significant digits although they have fewer. */
const minExact = 0.001

const many = <T>(values: fc.Arbitrary<T>) => fc.array(values, { minLength: 50, maxLength: 50 })
const numRuns = 30

test('coffer.number converts a text to the number that a numeric column of SQLite stores', async () => {
  await fc.assert(
    fc.asyncProperty(many(numeric), async texts => {
      const pairs = texts.map(a => [a] as const)
      const insert = sqlite.prepare(
        "INSERT INTO numbers VALUES (?) RETURNING CASE typeof(value) WHEN 'text' THEN NULL ELSE CAST(value AS REAL) END AS value",
      )
      expect(await onPostgres('coffer.number(a)', pairs)).toEqual(texts.map(content => insert.get(content)?.value))
    }),
    { numRuns },
  )
})

test('coffer.number_text formats a number like a numeric column of SQLite', async () => {
  const double = fc.double({ noNaN: true, min: minExact, max: 1e15 }).map(value => Number(value.toPrecision(12)))
  const edges = fc.constantFrom(0, 1e15, 1e16, 1e17, 1e18, 9.3e18, 1e20, 1e-7, 12345678901234.5, -0.0001, -1e22)
  const number = fc.oneof(double, fc.integer(), edges)
  await fc.assert(
    fc.asyncProperty(many(number), async numbers => {
      const insert = sqlite.prepare("INSERT INTO numbers VALUES (?) RETURNING value || '' AS value")
      const pairs = numbers.map(value => [Object.is(value, -0) ? '0' : String(value)] as const)
      expect(await onPostgres('coffer.number_text(a::float8)', pairs)).toEqual(numbers.map(value => insert.get(value)?.value))
    }),
    { numRuns },
  )
})

test('coffer.matches matches the same texts as LIKE in SQLite', async () => {
  const pattern = fc.stringMatching(/^[ab%_\\É]{0,6}$/)
  const content = fc.stringMatching(/^[aAbB%_\\Éé]{0,6}$/)
  await fc.assert(
    fc.asyncProperty(many(fc.tuple(content, pattern)), async pairs => {
      const expected = onSqlite("a LIKE b ESCAPE '\\'", pairs).map(Boolean)
      expect(await onPostgres('coffer.matches(a, b)', pairs)).toEqual(expected)
    }),
    { numRuns },
  )
})

test('coffer.at returns the same value at a JSON path as json_extract in SQLite', async () => {
  const step = fc.constantFrom('a', 'b', '0', '1', '10', 'c')
  const path = fc.array(step, { maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(many(fc.tuple(storableJson, path)), async pairs => {
      const sqlitePairs = pairs.map(
        ([data, steps]) => [data, `$${steps.map(key => (/^\d/.test(key) ? `[${key}]` : `.${key}`)).join('')}`] as const,
      )
      const expected = onSqlite(typed('json_extract(a, b)'), sqlitePairs)
      const postgresPairs = pairs.map(([data, steps]) => [data, steps.join('/')] as const)
      const found = await onPostgres(typedValue("coffer.at(a::json, string_to_array(b, '/'))"), postgresPairs)
      expect(readTyped(found)).toEqual(readTyped(expected))
    }),
    { numRuns },
  )
})

test('coffer.compare orders two values like SQLite, also with numeric affinity', async () => {
  const value = fc.oneof(
    text.map(content => JSON.stringify(content)),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.integer().map(String),
    fc.constantFrom(
      '9007199254740993',
      '9007199254740992',
      '1.0',
      '1',
      '1e400',
      '-1e400',
      '2e999999',
      '1e-400',
      `1${'0'.repeat(400)}`,
    ),
  )
  await fc.assert(
    fc.asyncProperty(many(fc.tuple(value, value)), async pairs => {
      const compare = (a: string, b: string) => `CASE WHEN ${a} < ${b} THEN -1 WHEN ${a} > ${b} THEN 1 ELSE 0 END`
      const [a, b] = ["json_extract(a, '$')", "json_extract(b, '$')"]
      expect(await onPostgres('coffer.compare(a::json, b::json)', pairs)).toEqual(onSqlite(compare(a, b), pairs))
      const numericA = 'coffer.as_numeric(a::json)'
      const stored = pairs.map(([first, second]) => {
        sqlite.exec('DELETE FROM numbers')
        sqlite.prepare("INSERT INTO numbers VALUES (json_extract(?, '$'))").run(first)
        const row = sqlite.prepare(`SELECT ${compare('+value', "json_extract(?1, '$')")} AS value FROM numbers`).get(second)
        return row?.value
      })
      expect(await onPostgres(`coffer.compare(${numericA}, b::json)`, pairs)).toEqual(stored)
    }),
    { numRuns },
  )
})

test('coffer.elements and coffer.list_length read a list of texts like json_each and json_array_length in SQLite', async () => {
  const list = fc.oneof(fc.array(fc.oneof(text, fc.constant(null))), text, fc.constant(null)).map(value => JSON.stringify(value))
  await fc.assert(
    fc.asyncProperty(many(list), async lists => {
      const pairs = lists.map(a => [a] as const)
      const found = await onPostgres(
        "(SELECT coalesce(json_agg(value ORDER BY place), '[]')::text FROM coffer.elements(a::json))",
        pairs,
      )
      const expected = onSqlite('(SELECT json_group_array(value) FROM json_each(a))', pairs)
      expect(found.map(texts => JSON.parse(String(texts)))).toEqual(expected.map(texts => JSON.parse(String(texts))))
      expect(await onPostgres('coffer.list_length(a::json)', pairs)).toEqual(onSqlite('json_array_length(a)', pairs))
    }),
    { numRuns },
  )
})

test('coffer.text formats a number that is too large for double precision like SQLite', async () => {
  const pairs = ['1e400', '-1e400', '2e999999', `1${'0'.repeat(400)}`, '1e-400'].map(number => [number] as const)
  expect(await onPostgres('coffer.text(a::json)', pairs)).toEqual(onSqlite("json_extract(a, '$') || ''", pairs))
})

test('coffer.sort_key sorts values like SQLite', async () => {
  const value = fc.oneof(
    fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()).map(value => JSON.stringify(value)),
    fc.constantFrom('1e400', '-1e400', '2e999999', '1e308', '1e-400'),
  )
  await fc.assert(
    fc.asyncProperty(many(fc.tuple(value, value)), async pairs => {
      const found = await onPostgres('(coffer.sort_key(a::json) < coffer.sort_key(b::json))::int', pairs)
      expect(found).toEqual(onSqlite("json_extract(a, '$') < json_extract(b, '$')", pairs))
    }),
    { numRuns },
  )
})

test('numberText formats a number like a REAL of SQLite, and numberOf reads the numbers that SQLite reads', () => {
  const double = fc.double({ noNaN: true, min: minExact, max: 1e15 }).map(value => -Number(value.toPrecision(12)))
  const number = fc.oneof(double, fc.integer(), fc.constantFrom(0.1 + 0.2, 1e-5, 0.0001, 1e16, 1e17, 1.5e300, Infinity))
  fc.assert(
    fc.property(number, numeric, (value, content) => {
      const written = sqlite.prepare("SELECT ? || '' AS value").get(value)?.value
      expect(numberText(value)).toBe(written)
      const insert = sqlite.prepare(
        "INSERT INTO numbers VALUES (?) RETURNING CASE typeof(value) WHEN 'text' THEN NULL ELSE CAST(value AS REAL) END AS value",
      )
      expect(numberOf(content) ?? null).toEqual(insert.get(content)?.value)
    }),
    { numRuns: 1000 },
  )
})
