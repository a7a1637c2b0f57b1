import { expect, test } from 'vitest'
import { applyForm } from './CollectionForm.ts'
import { notes, shows } from './testing/judging.ts'

test('an empty form makes an empty base collection', () => {
  expect(applyForm({}, undefined)).toEqual({
    ...{ id: '', name: '', type: 'base', system: false, schema: [], indexes: [], options: {} },
    ...{ listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null },
  })
})

test('an empty form changes nothing', () => {
  expect(applyForm({}, notes)).toMatchObject({ id: notes.id, name: 'notes', schema: notes.schema, options: {} })
})

test('what is sent replaces what is stored, options key by key', () => {
  const stored = { ...shows, options: { query: 'select id from notes' } }
  expect(applyForm({ listRule: '', indexes: ['x'], options: { more: 1 } }, stored)).toMatchObject({
    ...{ name: 'shows', listRule: '', indexes: ['x'], options: { query: 'select id from notes', more: 1 } },
  })
  expect(applyForm({ options: null }, stored).options).toEqual({})
})

test('the fields of a view are never those that are stored', () => {
  expect(applyForm({}, { ...shows, schema: notes.schema }).schema).toEqual([])
})
