import { expect, it } from 'vitest'
import { exampleAuth, exampleBase, exampleField, exampleView } from '../../../../testing/exampleCollections.ts'
import { changeableFields, isNothing, waysToChange } from './waysToChange.ts'

const names = (fields: { name: string }[]) => fields.map(({ name }) => name)

it('changes of an account what may be the same for many', () => {
  const people = exampleAuth('people', [exampleField('name', 'text')])
  expect(names(changeableFields(people))).toEqual(['verified', 'emailVisibility', 'name'])
})

it('changes nothing of a view, and no files that must be there', () => {
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
])('offers for %o %j', (field, labels) => {
  expect(waysToChange(field).map(({ label }) => label)).toEqual(labels)
})

it('wants something to add, though the field may be empty', () => {
  const field = exampleField('tags', 'select', { options: { maxSelect: 2, values: ['a', 'b'] } })
  expect(waysToChange(field).map(({ input }) => input?.required)).toEqual([false, true, true, undefined])
})

it.each([
  [null, true],
  ['', true],
  [[], true],
  [0, false],
  [false, false],
  [{}, false],
])('%j is no value: %s', (value, nothing) => {
  expect(isNothing(value)).toBe(nothing)
})
