import { expect, test } from 'vitest'
import { type EditedCollection, startEdit } from './EditedCollection.ts'
import { addField, removeField, renameField } from './fields.ts'
import { localIssues } from './localIssues.ts'

const named = (edited: EditedCollection, ...names: string[]): EditedCollection =>
  names.reduce((last, name) => {
    const next = addField(last, { min: null, max: null, pattern: '' })
    return renameField(next, next.fields.at(-1)?.key ?? '', name)
  }, edited)

const blank: EditedCollection = { ...startEdit(undefined), name: 'notes' }

/** Returns the issue of each field's name. */
function nameIssuesOf(edited: EditedCollection): (string | undefined)[] {
  const issues = localIssues(edited)
  return edited.fields.map(({ key }) => issues[`fields.${key}.name`])
}

const reserved = 'This name is reserved. Choose another.'

test('a collection needs a name, a base collection a field, and a view a query', () => {
  expect(localIssues({ ...blank, name: '' })).toEqual({
    name: 'The name cannot be blank.',
    schema: 'A collection needs at least one field.',
  })
  expect(localIssues({ ...blank, type: 'auth' })).toEqual({})
  expect(localIssues({ ...blank, type: 'view' })).toEqual({ 'options.query': 'The query cannot be blank.' })
})

test('a field needs a unique name that is not reserved', () => {
  const names = ['', 'title', 'TITLE', 'id', 'Created', 'expand', 'True', 'email']
  const twice = 'Another field has this name. Choose another.'
  const base = ['The name cannot be blank.', undefined, twice, reserved, reserved, reserved, reserved]
  expect(nameIssuesOf(named(blank, ...names))).toEqual([...base, undefined])
  expect(nameIssuesOf(named({ ...blank, type: 'auth' }, ...names))).toEqual([...base, reserved])
})

test('the name of a removed field can be used again', () => {
  const field = {
    id: 'f1',
    name: 'title',
    type: 'text' as const,
    system: false,
    required: false,
    presentable: false,
    unique: false,
  }
  const row = { key: 'stored', field: { ...field, options: {} }, stored: { ...field, options: {} }, isRemoved: false }
  const edited = { ...blank, fields: [row] }
  expect(nameIssuesOf(named(removeField(edited, 'stored'), 'title'))).toEqual([undefined, undefined])
})

test('invalid field options are reported at their paths', () => {
  const edited = addField(blank, { min: 3, max: 2, pattern: '(' })
  const path = `fields.${edited.fields[0]?.key}.options`
  expect(Object.keys(localIssues(edited))).toEqual([`${path}.max`, `${path}.pattern`])
})
