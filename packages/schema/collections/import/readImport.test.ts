import { expect, test } from 'vitest'
import { MalformedCollection } from '../readFieldDrafts.ts'
import { NewerExportError, readImport } from './readImport.ts'

const read = (sent: unknown) => readImport(sent, () => 'new_id00')

test('missing keys get their defaults', () => {
  expect(read([{}])).toEqual([
    {
      id: '',
      created: '',
      updated: '',
      name: '',
      type: 'base',
      system: false,
      schema: [],
      indexes: [],
      options: {},
      listRule: null,
      viewRule: null,
      createRule: null,
      updateRule: null,
      deleteRule: null,
    },
  ])
  const nulls = { id: null, created: null, type: null, schema: null, indexes: null, options: null, listRule: null }
  expect(read([nulls])).toEqual(read([{}]))
})

test('keys match ignoring case, and options are not changed', () => {
  const sent = { ID: 'x', TYPE: 'auth', Options: { MinPasswordLength: 'x' }, schema: [{ NAME: 'a', type: 'text' }] }
  expect(read([sent])).toMatchObject([{ id: 'x', type: 'auth', options: { MinPasswordLength: 'x' }, schema: [{ name: 'a' }] }])
})

test('accepts dates in every format that date fields accept', () => {
  const [item] = read([{ created: '2022-01-01T10:00:00Z', updated: 'yesterday' }])
  expect(item).toMatchObject({ created: '2022-01-01 10:00:00.000Z', updated: '' })
})

const unreadable: unknown[] = [{}, 'x', 5, [null], ['x'], [[]], [{ id: 5 }], [{ name: {} }], [{ system: 'yes' }]]
const unreadableParts = [
  { schema: {} },
  { schema: [{ type: 'colour' }] },
  { options: [] },
  { options: 'x' },
  { indexes: 'x' },
  { indexes: [5] },
  { listRule: 5 },
  { created: 5 },
]

test.each([...unreadable, ...unreadableParts.map(part => [part])].map(sent => ({ sent })))('rejects $sent', ({ sent }) => {
  expect(() => read(sent)).toThrow(MalformedCollection)
})

test.each([[{ fields: [] }], [{ viewQuery: 'select 1 as id' }]])('%j is recognized as an export of a newer version', newer => {
  expect(() => read([{ schema: [] }, newer])).toThrow(NewerExportError)
})

test.each([[{ fields: [], schema: [] }], [{ fields: 5 }], [{ viewQuery: null }]])('%j is no export of a newer version', item => {
  expect(read([item])).toHaveLength(1)
})
