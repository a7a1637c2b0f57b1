import type { Field } from '@coffer/fields'
import type { Collection } from '@coffer/schema'
import { expect, test } from 'vitest'
import { resolveModifiers } from './resolveModifiers.ts'

const field = (name: string, type: Field['type'], options = {}): Field => ({
  system: false,
  id: name,
  name,
  type,
  required: false,
  presentable: false,
  unique: false,
  options,
})
const schema = [field('n', 'number'), field('tags', 'select', { maxSelect: 3, values: ['a', 'b'] }), field('title', 'text')]
const collection = { id: 'c', name: 'c', type: 'base', schema } as unknown as Collection

test.each<[object, object]>([
  [{ n: 1, 'n+': 3, 'n-': 1 }, { n: 3 }],
  [{ 'n-': '2' }, { n: -2 }],
  [{ n: 1.7e308, 'n+': 1.7e308 }, { n: Number.POSITIVE_INFINITY }],
  [{ 'n+': 'NaN' }, { n: Number.NaN }],
  [
    { 'tags+': ['a', 'b'], 'tags-': 'a', other: 1 },
    { tags: ['b'], other: 1 },
  ],
  [{ '+tags': 'b', 'tags+': 'c', tags: ['a'] }, { tags: ['b', 'a', 'c'] }],
  [
    { 'title+': 'x', '+n': 1 },
    { title: '', '+n': 1 },
  ],
])('the body %j resolves to %j', (submitted, expected) => {
  expect(resolveModifiers(collection, { ...submitted }, undefined)).toEqual(expected)
})

test('a body is not copied if its keys only look like modifiers', () => {
  const body = { 'unknown+': 1, 'other-': 2, n: 3 }
  expect(resolveModifiers(collection, body, undefined)).toBe(body)
})
