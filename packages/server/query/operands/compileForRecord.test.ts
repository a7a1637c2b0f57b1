import type { Collection } from '@coffer/schema'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Deadline } from '../../db/Deadline.ts'
import { name, sql } from '../../db/sql.ts'
import { compileFilter } from '../compile/compileFilter.ts'
import { readFilter } from '../compile/readFilter.ts'
import { type Magazine, noRequest, openMagazine } from '../testing/openMagazine.ts'
import { compileForRecord } from './compileForRecord.ts'
import { Joins } from './Joins.ts'
import { compileForRows } from './Predicate.ts'

let magazine: Magazine
beforeAll(async () => {
  magazine = await openMagazine()
})
afterAll(() => magazine.close())

const operand = fc.constantFrom(
  'rN.t',
  'rN.n',
  'rN:each',
  's2:each',
  'r1.t',
  'r1.s2:each',
  't',
  'n',
  'scratch_via_r1.n',
  'scratch_via_rN.t',
  '@collection.tags.name',
  'rN.rN.n',
)
const value = fc.constantFrom('""', '"a"', '"scratch00000003"', '0', '2', '"%a%"')
const operator = fc.constantFrom('=', '!=', '>', '<=', '~', '?=', '?!=', '?<', '?~', '?!~')
const comparison = fc.tuple(operand, operator, fc.oneof(operand, value)).map(parts => parts.join(' '))
const { filter } = fc.letrec<{ filter: string }>(tie => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    comparison,
    fc.array(tie('filter'), { minLength: 2, maxLength: 3 }).map(parts => parts.map(part => `(${part})`).join(' && ')),
    fc.array(tie('filter'), { minLength: 2, maxLength: 3 }).map(parts => parts.map(part => `(${part})`).join(' || ')),
  ),
}))

test('EXISTS subqueries find the same records as joining all rows with SELECT DISTINCT', async () => {
  const collection = magazine.collection('scratch')
  const from = name(collection.name)
  await fc.assert(
    fc.asyncProperty(filter, fc.constantFrom('any', 'table'), async (text, order) => {
      const compile = (deadline?: Deadline) => {
        const { dialect } = magazine.connection
        const joins = new Joins(dialect, collection.name, deadline)
        const scope = {
          dialect,
          collection,
          catalog: magazine.catalog,
          request: noRequest,
          now: new Date(),
          deadline,
          searchDeadline: undefined,
          joins,
          allowHidden: true,
          hidesFields: false,
          emptyMatches: false,
          root: '',
          tableOf: ({ name: table }: Collection) => name(table),
        }
        return { joins, predicate: compileFilter(readFilter(text), { ...scope, span: { start: 0, end: 0 } }) }
      }
      const compiled = compile(new Deadline(Number.POSITIVE_INFINITY))
      const where = compileForRecord(compiled.predicate, { dialect: magazine.connection.dialect, joins: compiled.joins, order })
      const withExists = sql`SELECT ${from}.id FROM ${from}${compiled.joins.single()} WHERE ${where} ORDER BY ${from}.id`
      const { joins, predicate } = compile()
      const joined = sql`SELECT DISTINCT ${from}.id FROM ${from}${joins.single()}${joins.render(predicate.rows)}
        WHERE ${compileForRows(predicate)} ORDER BY ${from}.id`
      expect(await magazine.connection.rows(withExists)).toEqual(await magazine.connection.rows(joined))
    }),
    { numRuns: 200 },
  )
})
