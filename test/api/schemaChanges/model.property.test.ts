import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPostgresRun } from '../../harness/postgres/testDatabases.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { fieldJson, indexName, type Kind, type Model, type ModelField, seededValue, withFields } from './Model.ts'
import { storedTable } from './storedTable.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine()
})
afterAll(() => magazine.close())

// Few names, so that fields often take names of others, also with different case.
const names = ['a', 'b', 'c', 'd', 'D', 'select', '_e']
const kinds: Kind[] = ['text', 'number', 'bool', 'json', 'one', 'many']

const edit = fc.record({
  what: fc.constantFrom('rename', 'exchange', 'turn', 'add', 'drop', 'renew', 'move', 'index', 'fill'),
  at: fc.nat(20),
  other: fc.nat(20),
})
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

const step = fc.record({
  edits: fc.array(edit, { minLength: 1, maxLength: 5 }),
  renames: fc.boolean(),
  spoils: fc.integer({ min: 0, max: 9 }).map(die => die === 0),
})
type StepOf = typeof step extends fc.Arbitrary<infer T> ? T : never

let lastId = 0
function newId() {
  lastId += 1
  return `field${String(lastId).padStart(6, '0')}`
}

const nameOf = (number: number) => names[number % names.length] ?? 'a'

/** Returns the fields after an edit. Duplicate names are possible; the server has to reject them. */
function edited(fields: ModelField[], { what, at, other }: Edit): ModelField[] {
  const one = fields[at % fields.length]
  const two = fields[other % fields.length]
  if (!one || !two) return [...fields, { id: newId(), name: nameOf(other), kind: kinds[at % kinds.length] ?? 'text' }]
  const replaced = (change: (field: ModelField) => ModelField) => fields.map(field => change(field))
  switch (what) {
    case 'rename':
      return replaced(field => (field === one ? { ...field, name: nameOf(other) } : field))
    case 'exchange':
      return replaced(field => (field === one ? { ...one, name: two.name } : field === two ? { ...two, name: one.name } : field))
    case 'turn': {
      const turn = (kind: Kind): Kind => (kind === 'one' ? 'many' : kind === 'many' ? 'one' : kind)
      return replaced(field => (field === one ? { ...one, kind: turn(one.kind) } : field))
    }
    case 'add':
      return [...fields, { id: newId(), name: nameOf(other), kind: kinds[at % kinds.length] ?? 'text' }]
    case 'drop':
      return fields.filter(field => field !== one)
    case 'renew':
      return replaced(field => (field === one ? { ...one, id: newId() } : field))
    case 'move':
      return [...fields.filter(field => field !== one), one]
    default:
      return fields
  }
}

const indexesOf = (model: Model): string[] =>
  model.fields.flatMap(field =>
    model.indexed.includes(field.id) ? [`CREATE INDEX \`${indexName(field)}\` ON \`${model.name}\` (\`${field.name}\`)`] : [],
  )

const isPossible = ({ fields }: Model): boolean =>
  fields.length > 0 && new Set(fields.map(({ name }) => name.toLowerCase())).size === fields.length

/** Writes to a record in the model and on the server. */
async function fill(model: Model, { at, other }: Edit): Promise<void> {
  const [id] = [...model.records.keys()].slice(at % model.records.size)
  const field = model.fields[other % model.fields.length]
  if (id === undefined || !field) return
  const value = seededValue(field.kind, at + other)
  await magazine.change('PATCH', `/${model.name}/records/${id}`, { [field.name]: value })
  model.records.get(id)?.set(field.id, value)
}

async function assertEqualsModel(model: Model): Promise<void> {
  const { items } = await magazine.change('GET', `/${model.name}/records?perPage=100`)
  const shown = (items as Record<string, unknown>[]).map(({ id, ...record }) => [
    id,
    Object.fromEntries(model.fields.map(({ name }) => [name, record[name]])),
  ])
  const expected = [...model.records].map(([id, values]) => [
    id,
    Object.fromEntries(model.fields.map(field => [field.name, values.get(field.id)])),
  ])
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected))
  const { columns, indexes } = storedTable(magazine, model.name)
  expect(columns.toSorted()).toEqual([...model.fields.map(({ name }) => name), 'created', 'id', 'updated'].sort())
  expect(new Map(indexes.map(({ name, statement }) => [name, statement]))).toEqual(
    new Map(indexesOf(model).map(statement => [/`(\w+)`/.exec(statement)?.[1] ?? '', statement])),
  )
}

const definitionOf = (model: Model) => ({ name: model.name, schema: model.fields.map(fieldJson), indexes: indexesOf(model) })

async function start(): Promise<Model> {
  const fields: ModelField[] = kinds
    .map((kind, place) => ({ id: newId(), name: names[place] ?? 'x', kind }))
    .filter(({ name }) => name !== 'D')
  const model: Model = { name: 'modelled', fields, indexed: [], records: new Map() }
  await magazine.change('POST', '', definitionOf(model))
  for (let seed = 0; seed < 6; seed += 1) {
    const values = new Map(fields.map((field, place) => [field.id, seededValue(field.kind, seed + place)]))
    const body = Object.fromEntries(fields.map(field => [field.name, values.get(field.id)]))
    const { id } = await magazine.change('POST', '/modelled/records', body)
    model.records.set(String(id), values)
  }
  return model
}

/** Makes one change of the collection and returns the expected state. */
async function takeStep(model: Model, { edits, renames, spoils }: StepOf): Promise<Model> {
  for (const one of edits) if (one.what === 'fill') await fill(model, one)
  const next = withFields(model, edits.reduce(edited, model.fields))
  for (const { what, at } of edits) {
    const field = next.fields[at % next.fields.length]
    if (what === 'index' && field) next.indexed = [...new Set([...next.indexed, field.id])]
  }
  if (renames) next.name = model.name === 'modelled' ? 'Otherwise' : 'modelled'
  const body = definitionOf(next)
  if (spoils) body.indexes.push('CREATE INDEX idx_spoilt ON modelled (nowhere)')
  const { status, text } = await magazine.ask('PATCH', `/${model.name}`, body)
  const isTaken = isPossible(next) && !spoils
  expect(status, text).toBe(isTaken ? 200 : 400)
  return isTaken ? next : model
}

test('any sequence of changes loses no record, and every value stays or is converted as specified', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async steps => {
      let model = await start()
      try {
        for (const one of steps) {
          model = await takeStep(model, one)
          await assertEqualsModel(model)
        }
      } finally {
        await magazine.change('DELETE', `/${model.name}`)
      }
      if (!isPostgresRun()) expect(magazine.query('PRAGMA integrity_check')).toEqual([['ok']])
    }),
    // A change takes several times as long on PostgreSQL.
    { numRuns: isPostgresRun() ? 8 : 25 },
  )
}, 300_000)
