import { expect, test } from 'vitest'
import { applyForm } from './CollectionForm.ts'
import { notes, shows } from './testing/validateForm.ts'

test('an empty form creates an empty base collection', () => {
  expect(applyForm({}, undefined)).toEqual({
    id: '',
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
  })
})

test('an empty form changes nothing', () => {
  expect(applyForm({}, notes)).toMatchObject({ id: notes.id, name: 'notes', schema: notes.schema, options: {} })
})

test('submitted keys replace stored ones, and options are merged key by key', () => {
  const stored = { ...shows, options: { query: 'select id from notes' } }
  expect(applyForm({ listRule: '', indexes: ['x'], options: { more: 1 } }, stored)).toMatchObject({
    name: 'shows',
    listRule: '',
    indexes: ['x'],
    options: { query: 'select id from notes', more: 1 },
  })
  expect(applyForm({ options: null }, stored).options).toEqual({})
})

test('a form never keeps the stored fields of a view', () => {
  expect(applyForm({}, { ...shows, schema: notes.schema }).schema).toEqual([])
})
