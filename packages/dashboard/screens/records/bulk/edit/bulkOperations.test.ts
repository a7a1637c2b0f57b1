import { expect, it } from 'vitest'
import { exampleAuth, exampleBase, exampleField, exampleView } from '../../../../testing/exampleCollections.ts'
import { bulkOperations, changeableFields, isEmptyValue } from './bulkOperations.ts'

const names = (fields: { name: string }[]) => fields.map(({ name }) => name)

it('changeableFields of an auth collection include verified and emailVisibility, but not username, email and password', () => {
  const people = exampleAuth('people', [exampleField('name', 'text')])
  expect(names(changeableFields(people))).toEqual(['verified', 'emailVisibility', 'name'])
})

it('changeableFields are empty for a view and leave out required file fields', () => {
  const schema = [exampleField('name', 'text'), exampleField('photo', 'file', { options: { maxSelect: 1 }, required: true })]
  expect(changeableFields(exampleView('totals', 'select 1', schema))).toEqual([])
  expect(names(changeableFields(exampleBase('posts', schema)))).toEqual(['name'])
})

it.each([
  [exampleField('title', 'text'), ['Set', 'Clear']],
  [exampleField('title', 'text', { required: true }), ['Set']],
  [exampleField('price', 'number'), ['Set', 'Add']],
  [exampleField('isOpen', 'bool'), ['Set']],
  [exampleField('body', 'json'), ['Set', 'Clear']],
  [exampleField('tags', 'select', { options: { maxSelect: 2, values: ['a', 'b'] } }), ['Set', 'Add', 'Remove', 'Clear']],
  [exampleField('tag', 'relation', { options: { maxSelect: 1 }, required: true }), ['Set']],
  [exampleField('photos', 'file', { options: { maxSelect: 3 } }), ['Clear']],
])('bulkOperations of %o are %j', (field, labels) => {
  expect(bulkOperations(field).map(({ label }) => label)).toEqual(labels)
})

it('bulkOperations require a value to add or remove even if the field is optional', () => {
  const field = exampleField('tags', 'select', { options: { maxSelect: 2, values: ['a', 'b'] } })
  expect(bulkOperations(field).map(({ input }) => input?.required)).toEqual([false, true, true, undefined])
})

it.each([
  [null, true],
  ['', true],
  [[], true],
  [0, false],
  [false, false],
  [{}, false],
])('isEmptyValue(%j) is %s', (value, nothing) => {
  expect(isEmptyValue(value)).toBe(nothing)
})
