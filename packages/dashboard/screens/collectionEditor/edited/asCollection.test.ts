import type { Collection } from '@coffer/schema'
import { fieldsOf } from '@coffer/schema'
import { expect, test } from 'vitest'
import { asCollection } from './asCollection.ts'
import { setType } from './collection.ts'
import { type EditedCollection, startEdit } from './EditedCollection.ts'
import { addField, removeField, renameField } from './fields.ts'

const namesOf = (edited: EditedCollection) => fieldsOf(asCollection(edited)).map(({ name }) => name)

const field = {
  system: false,
  id: 'f1',
  name: 'title',
  type: 'text',
  required: false,
  presentable: false,
  unique: false,
} as const
const shared = {
  id: 'c1',
  created: '',
  updated: '',
  name: 'posts',
  system: false,
  schema: [{ ...field, options: {} }],
  indexes: [],
}
const rules = { listRule: '', viewRule: '', createRule: null, updateRule: null, deleteRule: null }
const posts: Collection = { ...shared, ...rules, type: 'base', options: {} }
const view: Collection = {
  ...shared,
  ...rules,
  id: 'c2',
  name: 'latest',
  type: 'view',
  dates: ['created'],
  options: { query: 'select id, title, created from posts' },
}

test('M15.4 rules can use unsaved fields, but not fields marked for removal', () => {
  const [row] = startEdit(posts).fields
  const edited = startEdit(posts)
  expect(namesOf(edited)).toEqual(['id', 'title', 'created', 'updated'])
  expect(namesOf(addField(edited, {}))).toEqual(['id', 'title', 'field', 'created', 'updated'])
  const [first] = edited.fields
  expect(namesOf(renameField(edited, first?.key ?? '', 'headline'))).toEqual(['id', 'headline', 'created', 'updated'])
  expect(namesOf(removeField(edited, first?.key ?? ''))).toEqual(['id', 'created', 'updated'])
  expect(namesOf(removeField(edited, row?.key ?? 'another'))).toEqual(['id', 'title', 'created', 'updated'])
})

test('rules can use the auth fields as soon as the type auth is selected', () => {
  const users = asCollection(setType(startEdit(undefined), 'auth'))
  expect([users.id, users.type]).toEqual(['', 'auth'])
  expect(fieldsOf(users).map(({ name }) => name)).toContain('emailVisibility')
})

test('rules of a view can use the columns of its query, with their types if known', () => {
  const edited = startEdit(view)
  expect(namesOf(edited)).toEqual(['id', 'title', 'created'])
  const changed = { ...edited, query: 'select id, title, count(id) as total, updated from posts group by id' }
  expect(asCollection(changed).schema.map(({ name, type }) => `${name} ${type}`)).toEqual(['title text', 'total json'])
  expect(namesOf(changed)).toEqual(['id', 'title', 'total', 'updated'])
  expect(asCollection(changed, [{ ...field, name: 'total', options: {} }]).schema.map(({ name }) => name)).toEqual(['total'])
})
