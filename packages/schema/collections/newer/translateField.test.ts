import { expect, test } from 'vitest'
import { ImportNotes } from './ImportNote.ts'
import { translateField } from './translateField.ts'

function translate(field: { type: string; [key: string]: unknown }) {
  const notes = new ImportNotes(new Set())
  const translated = translateField('posts', { id: 'f1', name: 'part', ...field }, notes)
  return { type: translated?.type, options: translated?.options, notes: notes.all.map(({ kind, text }) => `${kind}: ${text}`) }
}

test.each([
  [{ type: 'text', min: 3, max: 9, pattern: '^a' }, 'text', { min: 3, max: 9, pattern: '^a' }],
  [{ type: 'number', min: 1, max: null, onlyInt: true }, 'number', { min: 1, max: null, noDecimal: true }],
  [{ type: 'bool' }, 'bool', {}],
  [{ type: 'email', onlyDomains: ['a.example'], exceptDomains: null }, 'email', { onlyDomains: ['a.example'] }],
  [{ type: 'url', onlyDomains: null, exceptDomains: ['a.example'] }, 'url', { exceptDomains: ['a.example'] }],
  [{ type: 'editor', convertURLs: true, maxSize: 0 }, 'editor', { convertUrls: true }],
  [{ type: 'editor', maxSize: 100 }, 'editor', { convertUrls: false, maxSize: 100 }],
  [{ type: 'date', min: '2026-01-01 00:00:00.000Z', max: '' }, 'date', { min: '2026-01-01 00:00:00.000Z', max: '' }],
  [{ type: 'json', maxSize: 0 }, 'json', { maxSize: 1_048_576 }],
  [{ type: 'select', values: ['a', 'b'], maxSelect: 0 }, 'select', { values: ['a', 'b'], maxSelect: 1 }],
  [{ type: 'file', maxSelect: 0, maxSize: 0, protected: true }, 'file', { maxSelect: 1, maxSize: 5_242_880, protected: true }],
  [{ type: 'relation', collectionId: 'c', maxSelect: 0 }, 'relation', { collectionId: 'c', minSelect: null, maxSelect: 1 }],
  [
    { type: 'relation', collectionId: 'c', minSelect: 2, maxSelect: 2_147_483_647 },
    'relation',
    { minSelect: 2, maxSelect: null },
  ],
  [{ type: 'geoPoint' }, 'geoPoint', {}],
  [{ type: 'text', max: 5, autogeneratePattern: '[a-z]{5}' }, 'text', { max: 5, autogeneratePattern: '[a-z]{5}' }],
  [{ type: 'autodate', onUpdate: true }, 'autodate', { onCreate: false, onUpdate: true }],
  [{ type: 'password', min: 4, cost: 12 }, 'password', { min: 4, max: 0, pattern: '', cost: 12 }],
])('the field %j is a %s field with the same limits', (field, type, options) => {
  expect(translate(field)).toMatchObject({ type, options, notes: [] })
})

test.each([
  [{ type: 'text', max: 0 }, 'text', 'writtenOut: At most 5000 characters, as before.'],
  [{ type: 'bool', blinks: 'often' }, 'bool', 'changed: The option "blinks" is unknown here, and left out.'],
  [{ type: 'date', max: '', pattern: '^a' }, 'date', 'changed: The option "pattern" is unknown here, and left out.'],
])('the field %j is a %s field, with a note', (field, type, note) => {
  expect(translate(field)).toMatchObject({ type, notes: [note] })
})

test.each([
  [{ type: 'vector' }, 'cannot: There is no field type "vector".'],
  [{ type: 'select', values: 'a' }, expect.stringContaining('cannot: Its options cannot be read: ')],
])('the field %j is not imported', (field, note) => {
  expect(translate(field)).toEqual({ type: undefined, options: undefined, notes: [note] })
})

test('the help of a field is kept', () => {
  const field = { id: 'f1', name: 'part', type: 'bool', help: 'Tick it' }
  expect(translateField('posts', field, new ImportNotes(new Set()))).toMatchObject({ help: 'Tick it' })
})
