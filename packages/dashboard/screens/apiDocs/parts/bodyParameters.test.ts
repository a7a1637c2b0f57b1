import { type Field, type FieldTypeName, fieldTypes } from '@coffer/fields'
import { type AuthCollection, adminsOnly, type BaseCollection } from '@coffer/schema'
import { expect, test } from 'vitest'
import { bodyTables } from './bodyParameters.ts'
import { exampleRecord } from './exampleRecord.ts'

const field = (name: string, type: FieldTypeName, options: Field['options'] = {}, required = false): Field => ({
  id: name,
  name,
  type,
  required,
  system: false,
  presentable: false,
  unique: false,
  options: { ...fieldTypes[type].options.parse(options) },
})

const tags: BaseCollection = {
  id: 'tags',
  name: 'tags',
  type: 'base',
  created: '',
  updated: '',
  system: false,
  options: {},
  ...adminsOnly,
  schema: [],
  indexes: [],
}

const collectionOf = (schema: Field[], indexes: string[] = []): BaseCollection => ({
  ...tags,
  id: 'notes',
  name: 'notes',
  schema,
  indexes,
})

function rowOf(of: Field, action: 'create' | 'update', indexes: string[] = []): string {
  const collection = collectionOf([of], indexes)
  const subject = { collection, collections: [collection, tags], origin: '', record: exampleRecord(collection) }
  const row = bodyTables(subject, action)
    .flatMap(({ parameters }) => parameters)
    .find(({ name }) => name === of.name)
  return row ? `${row.type}${row.isRequired ? '*' : ''}: ${row.text}` : ''
}

const list = { maxSelect: 3 }

test.each<[Field, string, string]>([
  [
    field('title', 'text', { min: 3, max: 9, pattern: '^a' }, true),
    'String*: From 3 to 9 characters. Must match `^a`.',
    'String: From 3 to 9 characters. Must match `^a`. Cannot be emptied.',
  ],
  [
    field('stars', 'number', { min: 1, max: 5, noDecimal: true }, true),
    'Number*: Whole numbers from 1 to 5. Must not be 0.',
    'Number: Whole numbers from 1 to 5. Must not be 0. Cannot be emptied. `stars+` adds to it, `stars-` subtracts.',
  ],
  [field('open', 'bool'), 'Boolean: `true` or `false`.', 'Boolean: `true` or `false`.'],
  [
    field('agreed', 'bool', {}, true),
    'Boolean*: `true` or `false`. Must be true.',
    'Boolean: `true` or `false`. Must be true. Cannot be emptied.',
  ],
  [
    field('mail', 'email', { onlyDomains: ['a.example'] }),
    'String: An email address. Only at a.example.',
    'String: An email address. Only at a.example.',
  ],
  [field('site', 'url'), 'String: A URL.', 'String: A URL.'],
  [
    field('born', 'date', { max: '2010-01-01' }),
    'String: A moment in UTC, as `2022-01-01 10:00:00.123Z`. Up to 2010-01-01.',
    'String: A moment in UTC, as `2022-01-01 10:00:00.123Z`. Up to 2010-01-01.',
  ],
  [field('kind', 'select', { maxSelect: 1, values: ['a', 'b'] }), 'String: One of "a", "b".', 'String: One of "a", "b".'],
  [
    field('kinds', 'select', { maxSelect: 2, values: ['a', 'b'] }),
    'Array<String>: Up to 2 of "a", "b".',
    'Array<String>: Up to 2 of "a", "b". `kinds+` adds to it, `kinds-` removes from it.',
  ],
  [
    field('cover', 'file', { maxSelect: 1, maxSize: 1024, mimeTypes: ['image/png'] }),
    'File: One file, at most 1 KB. Types: image/png.',
    'File: One file, at most 1 KB. Types: image/png. `null` removes the file.',
  ],
  [
    field('files', 'file', { ...list, maxSize: 1024, protected: true }),
    'Array<File>: Up to 3 files, at most 1 KB each. Served only to users who can view the record.',
    'Array<File>: Up to 3 files, at most 1 KB each. Served only to users who can view the record. Sent files are added. To remove files, send their names as `files-`.',
  ],
  [
    field('tag', 'relation', { collectionId: 'tags', maxSelect: 1 }),
    'String: Id of a record of `tags`.',
    'String: Id of a record of `tags`.',
  ],
  [
    field('all', 'relation', { collectionId: 'tags', minSelect: 2, ...list }),
    'Array<String>: Ids of records of `tags`. Up to 3 records. At least 2.',
    'Array<String>: Ids of records of `tags`. Up to 3 records. At least 2. `all+` adds to it, `all-` removes from it.',
  ],
  [
    field('lost', 'relation', { collectionId: 'gone', maxSelect: 1 }),
    'String: Id of a record of a missing collection.',
    'String: Id of a record of a missing collection.',
  ],
  [field('extra', 'json', { maxSize: 2048 }), 'JSON: Any JSON of at most 2 KB.', 'JSON: Any JSON of at most 2 KB.'],
  [
    field('body', 'editor'),
    'String: HTML, stored as sent. Sanitize it before you show it.',
    'String: HTML, stored as sent. Sanitize it before you show it.',
  ],
])('bodyTables describes the field %j for create and update requests', (of, created, updated) => {
  expect([rowOf(of, 'create'), rowOf(of, 'update')]).toEqual([created, updated])
})

test('bodyTables states that a value must be unique only if there is a unique index on that field alone', () => {
  const title = field('title', 'text')
  const unique = 'String: Any text. Must be unique.'
  expect(rowOf(title, 'create', ['CREATE UNIQUE INDEX `a` ON `notes` (`title`)'])).toBe(unique)
  expect(rowOf(title, 'create', ['CREATE INDEX `a` ON `notes` (`title`)'])).toBe('String: Any text.')
  expect(rowOf(title, 'create', ['CREATE UNIQUE INDEX `a` ON `notes` (`title`, `id`)'])).toBe('String: Any text.')
  expect(rowOf(title, 'create', ["CREATE UNIQUE INDEX `a` ON `notes` (`title`) WHERE title != ''"])).toBe('String: Any text.')
})

test('bodyTables describes the fields of auth records according to the options of their collection', () => {
  const options = {
    allowEmailAuth: true,
    allowOAuth2Auth: false,
    allowUsernameAuth: false,
    manageRule: 'id != ""',
    minPasswordLength: 10,
  }
  const accounts: AuthCollection = {
    ...tags,
    type: 'auth',
    options: { ...options, exceptEmailDomains: null, onlyEmailDomains: ['a.example'], onlyVerified: false, requireEmail: true },
  }
  const subject = { collection: accounts, collections: [accounts], origin: '', record: exampleRecord(accounts) }
  const rows = (action: 'create' | 'update') =>
    Object.fromEntries(
      bodyTables(subject, action)
        .flatMap(({ parameters }) => parameters)
        .map(({ name, isRequired = false, text }) => [name, `${isRequired ? '* ' : ''}${text}`]),
    )
  expect(rows('create')).toMatchObject({
    email: '* An email address. Must be unique. Allowed domains: a.example.',
    password: '* 10 to 72 characters.',
    verified: 'Only admins and users who satisfy the manage rule can set it.',
  })
  expect(Object.keys(rows('update'))).toContain('oldPassword')
  expect(rows('update').email).toMatch(/^Only admins and users who satisfy the manage rule can change it here;/)
})
