import { type Field, type FieldTypeName, fieldTypes } from '@coffer/fields'
import { expect, test } from 'vitest'
import { holdingFilter } from './holdingFilter.ts'

const field = (type: FieldTypeName, options: object = {}): Field => ({
  id: 'f',
  name: 'thing',
  type,
  system: false,
  required: false,
  presentable: false,
  unique: false,
  options: { ...fieldTypes[type].options.parse({}), ...options },
})

test.each([
  [field('text'), 'thing != ""'],
  [field('date'), 'thing != ""'],
  [field('editor'), 'thing != ""'],
  [field('number'), 'thing != 0'],
  [field('bool'), 'thing = true'],
  [field('json'), 'thing != null'],
  [field('geoPoint'), '(thing.lon != 0 || thing.lat != 0)'],
  [field('select', { maxSelect: 1 }), 'thing != ""'],
  [field('select', { maxSelect: 2 }), 'thing:length > 0'],
  [field('file', { maxSelect: 1 }), 'thing != ""'],
  [field('file', { maxSelect: 3 }), 'thing:length > 0'],
  [field('relation', { maxSelect: 1 }), 'thing != ""'],
  [field('relation', { maxSelect: null }), 'thing:length > 0'],
])('holdingFilter finds records with a value in a $type field by %s', (given, filter) => {
  expect(holdingFilter(given)).toBe(filter)
})
