import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseOfRun } from '../../harness/copySample.ts'
import { inconsistencies } from '../../harness/inconsistencies.ts'
import { type Fingerprint, openFingerprint } from '../../harness/openFingerprint.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'

type Json = Record<string, unknown>

let magazine: ServedMagazine
let fingerprint: Fingerprint
// Each test has its own server, because the deferred removal of files would affect the next test.
beforeEach(async () => {
  magazine = await serveMagazine()
  fingerprint = openFingerprint(magazine.dataDir)
})
afterEach(async () => {
  fingerprint.close()
  await magazine.close()
})

/** Reads the tables only, because the files of an earlier import are removed later. */
const tables = () => Object.fromEntries(Object.entries(fingerprint.take()).filter(([what]) => what.startsWith('the ')))

const exported = async () => (await magazine.change('GET', '?perPage=500&sort=created')).items as Json[]

const oddTexts = [
  '',
  'tags',
  'TAGS',
  'new_name',
  '_admins',
  'sqlite_x',
  'a b',
  '../..',
  "'; DROP TABLE posts; --",
  '`',
  'x'.repeat(300),
  'id',
  'ü',
]
const oddValues = [null, true, 5, 'x', [], {}, [null], ['x'], { query: 'select 1 as id' }, { query: 5 }, ...oddTexts]
const keys = [
  'id',
  'name',
  'type',
  'system',
  'schema',
  'indexes',
  'listRule',
  'viewRule',
  'createRule',
  'options',
  'created',
  'updated',
]
const fieldKeys = ['id', 'name', 'type', 'required', 'options', 'system']

const at = fc.nat(1000)
/** A change of an export, by indexes into it. */
const mutation = fc.oneof(
  fc.record({ what: fc.constant('set' as const), at, key: fc.constantFrom(...keys), value: fc.constantFrom(...oddValues) }),
  fc.record({ what: fc.constant('unset' as const), at, key: fc.constantFrom(...keys) }),
  fc.record({ what: fc.constant('rename' as const), at, name: fc.constantFrom(...oddTexts) }),
  fc.record({ what: fc.constant('exchange' as const), at, other: at, key: fc.constantFrom(...keys) }),
  fc.record({ what: fc.constant('drop' as const), at }),
  fc.record({ what: fc.constant('double' as const), at }),
  fc.record({ what: fc.constant('move' as const), at }),
  fc.record({
    what: fc.constant('setField' as const),
    at,
    field: at,
    key: fc.constantFrom(...fieldKeys),
    value: fc.constantFrom(...oddValues),
  }),
  fc.record({ what: fc.constant('dropField' as const), at, field: at }),
  fc.record({ what: fc.constant('turnField' as const), at, field: at }),
  fc.record({ what: fc.constant('exchangeNames' as const), at, field: at, other: at }),
  fc.record({ what: fc.constant('new' as const), at, name: fc.constantFrom(...oddTexts), query: fc.boolean() }),
)
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never

const pick = <T>(list: T[], place: number): T | undefined => list[place % list.length]

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

function mutateField(schema: Json[], one: Mutation): void {
  if (!('field' in one)) return
  const field = pick(schema, one.field)
  if (!field) return
  if (one.what === 'setField') field[one.key] = one.value
  if (one.what === 'dropField') schema.splice(schema.indexOf(field), 1)
  if (one.what === 'turnField')
    field.options = { ...(field.options as Json), maxSelect: (field.options as Json)?.maxSelect === 1 ? 3 : 1 }
  if (one.what === 'exchangeNames') {
    const other = pick(schema, one.other)
    if (other) [field.name, other.name] = [other.name, field.name]
  }
}

function mutate(collections: Json[], one: Mutation): void {
  const item = pick(collections, one.at)
  if (one.what === 'new') {
    const query = { type: 'view', options: { query: `select id, 1 as one from ${one.name || 'tags'}` } }
    collections.push({ name: `${one.name}_new`, schema: [{ name: 'a', type: 'text' }], ...(one.query ? query : {}) })
  }
  if (!item) return
  if (one.what === 'set') item[one.key] = one.value
  if (one.what === 'unset') delete item[one.key]
  if (one.what === 'rename') item.name = one.name
  if (one.what === 'drop') collections.splice(collections.indexOf(item), 1)
  if (one.what === 'double') collections.push(structuredClone(item))
  if (one.what === 'move') collections.push(...collections.splice(collections.indexOf(item), 1))
  if (one.what === 'exchange') {
    const other = pick(collections, one.other)
    if (other) [item[one.key], other[one.key]] = [other[one.key], item[one.key]]
  }
  if (Array.isArray(item.schema) && item.schema.every(isObject)) mutateField(item.schema, one)
}

/** Fewer on PostgreSQL, where each run exports the database to compare it. */
const numRuns = databaseOfRun() === 'sqlite' ? 120 : 15

const minTaken = numRuns / 20
const maxRounds = 5

test('an import is accepted as a whole or rejected with a reason, and tables always match their collections', async () => {
  let taken = 0
  const changes = fc.array(mutation, { minLength: 1, maxLength: 4 })
  const imports = fc.asyncProperty(changes, fc.boolean(), async (mutations, deleteMissing) => {
    const collections = await exported()
    for (const one of mutations) mutate(collections, one)
    const before = tables()
    const { status, json, text } = await magazine.ask('PUT', '/import', { collections, deleteMissing })
    expect([204, 400], text).toContain(status)
    expect(inconsistencies(magazine.dataDir)).toEqual([])
    if (status === 204) taken += 1
    else {
      expect(tables()).toEqual(before)
      expect(json).toMatchObject({ code: 400, message: expect.stringMatching(/^[A-Z].+\.$/), data: expect.any(Object) })
      expect(text).not.toMatch(/\.ts:\d|node:|Cannot read prop|is not a function/)
    }
  })
  // The imports are random, so hardly any of the first ones may be acceptable.
  for (let round = 0; round < maxRounds && taken <= minTaken; round += 1) await fc.assert(imports, { numRuns })
  expect(taken).toBeGreaterThan(minTaken)
})

test('any JSON gets a response', async () => {
  const before = fingerprint.take()
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), async (collections, deleteMissing, more) => {
      const bodies = [
        { collections, deleteMissing, more },
        { collections: [collections, more] },
        collections,
        { collections: [{ schema: more, options: collections }] },
      ]
      for (const body of bodies) {
        const { status, text } = await magazine.ask('PUT', '/import', body as object)
        expect(status, text).toBe(400)
      }
    }),
    { numRuns: 60 },
  )
  expect(fingerprint.take()).toEqual(before)
})
