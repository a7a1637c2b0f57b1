import { expect, test } from 'vitest'
import { settings } from '../../settings/Settings.ts'
import type { Collection } from '../Collection.ts'
import { compareImport, compareTokens } from './compareImport.ts'
import { exportedCollections } from './exportedCollections.ts'
import { findImportLosses } from './findImportLosses.ts'
import { hasOtherIds, withOriginalIds } from './originalIds.ts'
import { type ImportedCollection, readImport } from './readImport.ts'
import { readImportText } from './readImportText.ts'

const newId = () => 'new_id00'

const target = { newId, settings: settings.parse({}) }

const field = (id: string, name: string, type = 'text', options: object = {}) => ({ id, name, type, options })

const rules = { listRule: '', viewRule: null, createRule: null, updateRule: null, deleteRule: null }
const dates = { created: '2022-01-01 00:00:00.000Z', updated: '2022-01-01 00:00:00.000Z' }

/** A collection as the server stores it. */
const stored = (collection: object): Collection =>
  ({ ...readImport([{ ...rules, ...collection }], newId)[0], ...dates }) as unknown as Collection

const authors = stored({ id: 'authors0', name: 'authors', schema: [field('f_name', 'name'), field('f_bio', 'bio', 'editor')] })
const posts = stored({
  id: 'posts000',
  name: 'posts',
  indexes: ['CREATE INDEX a ON posts (title)'],
  schema: [field('f_title', 'title'), field('f_author', 'author', 'relation', { collectionId: 'authors0' })],
})
const totals = stored({
  id: 'totals00',
  name: 'totals',
  type: 'view',
  options: { query: 'select id from posts' },
  schema: [field('x', 'n')],
})
const all = [authors, posts, totals]

const read = (value: unknown): ImportedCollection[] => readImportText(JSON.stringify(value), target).collections ?? []
const exported = () => JSON.parse(JSON.stringify(exportedCollections(all)))
const summary = (collections: unknown, deletesMissing = true) =>
  compareImport(all, read(collections), deletesMissing).map(({ kind, name, formerName, parts }) => ({
    change: `${kind} ${formerName === undefined ? '' : `${formerName} -> `}${name}`,
    parts: parts.map(part => `${part.kind} ${part.field?.name ?? '-'}`),
  }))

test('importing an unchanged export changes nothing', () => {
  expect(exported()[0]).not.toHaveProperty('created')
  expect(summary(exported())).toEqual([])
  expect(hasOtherIds(read(exported()), all)).toBe(false)
})

test.each([
  ['', /^Invalid JSON at line 1, column 1: /],
  ['[\n{]', /^Invalid JSON at line 2, column 2: /],
  ['{}', 'An import is a list of collections: it begins with [ and ends with ].'],
  ['null', /^An import is a list/],
  ['[]', 'The list is empty. Add at least one collection.'],
  [
    '[{"id":"a","name":"a","fields":[{"id":"f","name":"b","type":"vector"}]}]',
    /^Some parts of this export cannot be kept. Remove them from the text. a\.b: There is no field type "vector"/,
  ],
  ['[{"id":"a","name":"a","fields":[5]}]', /^A collection cannot be read: /],
  ['[{"id":"a","name":"a"},{"id":"b"}]', 'The collection at place 2 has no name.'],
  ['[{"name":"a"}]', 'The collection "a" has no id.'],
  ['[5]', /^A collection cannot be read: /],
  ['[{"id":"a","name":"a","schema":[{"type":"colour"}]}]', 'There is no field type "colour".'],
])('rejects the import %j', (text, message) => {
  expect(readImportText(text, target).error?.message).toMatch(message)
})

test('the last collection with an id replaces the others, and dates are ignored', () => {
  expect(
    read([
      { id: 'a', name: 'one', ...dates },
      { id: 'b', name: 'b' },
      { id: 'a', name: 'two' },
    ]),
  ).toMatchObject([
    { id: 'a', name: 'two', created: '', updated: '' },
    { id: 'b', name: 'b' },
  ])
})

test('reports deleted, added, changed and renamed collections and fields', () => {
  const [first, second] = exported()
  const changed = {
    ...second,
    name: 'articles',
    schema: [{ ...second.schema[0], required: true }, field('f_new', 'views', 'number')],
  }
  const sent = [changed, { id: 'tags0000', name: 'tags', schema: [field('f_tag', 'tag')] }, exported()[2]]
  expect(summary(sent)).toEqual([
    { change: 'deleted authors', parts: ['deleted -', 'deleted name', 'deleted bio'] },
    { change: 'changed posts -> articles', parts: ['changed -', 'changed title', 'deleted author', 'added views'] },
    { change: 'added tags', parts: ['added -', 'added tag'] },
  ])
  expect(summary([first, changed, exported()[2]], false)).toEqual([
    { change: 'changed posts -> articles', parts: ['changed -', 'changed title', 'added views'] },
  ])
  const losses = findImportLosses(all, compareImport(all, read(sent), true))
  expect(losses.map(({ collection, fields }) => [collection.name, fields?.map(({ name }) => name)])).toEqual([
    ['authors', undefined],
    ['posts', ['author']],
  ])
  expect(findImportLosses(all, compareImport(all, read(sent), false))).toEqual([])
})

test('reports a new order of fields as a change, but not the fields of a view', () => {
  const [first, second, view] = exported()
  expect(summary([{ ...first, schema: first.schema.toReversed() }, second, { ...view, schema: [field('y', 'n')] }])).toEqual([
    { change: 'changed authors', parts: ['changed -'] },
  ])
})

test('missing keys of an imported collection get their defaults', () => {
  const [, second, view] = exported()
  expect(summary([{ id: 'authors0', name: 'authors', schema: exported()[0].schema }, second, view])).toEqual([
    { change: 'changed authors', parts: ['changed -'] },
  ])
})

test('merging keeps everything that an item leaves out', () => {
  const merged = (item: object) => readImportText(JSON.stringify([item]), { ...target, stored: all }).collections ?? []
  expect(compareImport(all, merged({ id: 'posts000', name: 'posts' }), false)).toEqual([])
  expect(compareImport(all, read([{ id: 'posts000', name: 'posts' }]), false)).toMatchObject([{ parts: [{ kind: 'changed' }] }])
  const [posts] = merged({
    id: 'posts000',
    name: 'posts',
    viewRule: '',
    indexes: ['CREATE INDEX b ON posts (title)'],
    schema: [{ ID: 'f_author', name: 'writer', type: 'relation', required: true, options: { maxSelect: 2 } }],
  })
  expect(posts).toMatchObject({
    listRule: '',
    viewRule: '',
    indexes: ['CREATE INDEX a ON posts (title)', 'CREATE INDEX b ON posts (title)'],
    schema: [{ id: 'f_author', name: 'writer', required: true, options: { collectionId: 'authors0', maxSelect: 2 } }],
  })
})

test('merging takes what an item names from it, indexes by their names', () => {
  const [first, second, view] = exported()
  const indexes = ['CREATE UNIQUE INDEX A ON posts (title)']
  const sent = [{ ...first, listRule: null }, { ...second, indexes }, view]
  const text = JSON.stringify(sent)
  expect(readImportText(text, { ...target, stored: all })).toEqual(readImportText(text, target))
})

test('merging does not mix the options of different types', () => {
  const sent = { id: 'posts000', name: 'posts', schema: [field('f_author', 'author')] }
  const [posts] = readImportText(JSON.stringify([sent]), { ...target, stored: all }).collections ?? []
  expect(posts?.schema[0]).toMatchObject({ type: 'text' })
  expect(posts?.schema[0]?.options).not.toHaveProperty('collectionId')
})

test('collections and fields with stored names get the original ids, and relations are updated', () => {
  const sent = read([
    { ...exported()[0], id: 'other_a', schema: [field('g_name', 'name'), field('f_bio', 'bio', 'editor')] },
    {
      ...exported()[1],
      id: 'other_p',
      schema: [field('g', 'title'), field('h', 'author', 'relation', { collectionId: 'other_a' })],
    },
    { ...exported()[2], id: 'other_t', schema: [field('z', 'n')] },
  ])
  expect(hasOtherIds(sent, all)).toBe(true)
  const replaced = withOriginalIds(sent, all)
  expect(compareImport(all, replaced, true)).toEqual([])
  expect(replaced[1]?.schema[1]).toMatchObject({ id: 'f_author', options: { collectionId: 'authors0' } })
  expect(hasOtherIds(replaced, all)).toBe(false)
})

test('does not assign an id that another collection of the import has', () => {
  const sent = read([
    { ...exported()[0], name: 'posts' },
    { ...exported()[1], name: 'authors', schema: [field('f_author', 'title'), field('f_title', 'author')] },
  ])
  expect(withOriginalIds(sent, all)).toEqual(sent)
})

test('an export of PocketBase 0.23 or later is translated, without its system collections and with notes', () => {
  const newer = [
    {
      id: 'posts000',
      name: 'posts',
      listRule: '@request.body.a = 1',
      fields: [
        { id: 'f_title', name: 'title', type: 'text', help: 'A line' },
        { id: 'f_body', name: 'body', type: 'editor', maxSize: 100, theme: 'dark' },
      ],
    },
    { id: 'totals00', name: 'totals', type: 'view', viewQuery: 'select id from posts', fields: [] },
    { id: 'pbc_1', name: '_superusers', type: 'auth', system: true, fields: [] },
  ]
  const { collections, notes } = readImportText(JSON.stringify(newer), target)
  expect(collections).toMatchObject([
    {
      name: 'posts',
      listRule: '@request.data.a = 1',
      schema: [
        { id: 'f_title', options: { max: 5000 }, help: 'A line' },
        { id: 'f_body', options: { maxSize: 100 } },
      ],
    },
    { name: 'totals', type: 'view', options: { query: 'select id from posts' } },
  ])
  expect(notes?.map(({ subject }) => subject)).toEqual(['posts.body'])
})

test('notes about the meaning of rules are only made where rules have the meaning of 0.22', () => {
  const rules = { listRule: '@collection.bans.user != @request.auth.id', createRule: '@collection.posts.id ?= id' }
  const contexts = { viewRule: '@request.context != "realtime"', deleteRule: '@collection.bans.user ?!= id && id != ""' }
  const newer = JSON.stringify([{ id: 'posts000', name: 'posts', ...rules, ...contexts, fields: [] }])
  const notesFor = (ruleMeaning?: 'v022' | 'today') =>
    readImportText(newer, { ...target, ruleMeaning }).notes?.map(({ subject, kind }) => [subject, kind])
  const context = ['posts.viewRule', 'changed']
  expect(notesFor('v022')).toEqual([['posts.listRule', 'changed'], context, ['posts.createRule', 'changed']])
  for (const meaning of ['today', undefined] as const) expect(notesFor(meaning)).toEqual([context])
  const rule = '@collection.bans.user != id'
  const users = { id: 'users000', name: 'users', type: 'auth', fields: [], manageRule: rule, authRule: rule, mfa: { rule } }
  const { notes } = readImportText(JSON.stringify([users]), { ...target, ruleMeaning: 'v022' })
  const subjects = notes?.map(({ subject }) => subject)
  expect(subjects).toEqual(expect.arrayContaining(['users.manageRule', 'users.authRule']))
  expect(subjects).not.toContain('users.mfa.rule')
})

const readSystem = (...items: object[]) => readImportText(JSON.stringify(items), target)

test('the tokens of superusers are read from an export, and the last lifetime of a token counts', () => {
  const first = { name: '_superusers', fields: [], authToken: { duration: 86_400, secret: '' }, fileToken: { duration: 120 } }
  const second = { id: 'pbc_3142635823', authToken: { duration: 7200 } }
  const { collections, tokens = expect.fail('no tokens') } = readSystem(first, second)
  expect(collections).toEqual([])
  expect(tokens.sent).toEqual({ authToken: { duration: 7200, secret: '' }, fileToken: { duration: 120 } })
  const [part] = compareTokens(tokens).parts
  expect(compareTokens(tokens)).toMatchObject({ kind: 'changed', id: 'pbc_3142635823', name: '_superusers' })
  expect(part?.before).toMatchObject({ authToken: { duration: 1_209_600 }, passwordResetToken: { duration: 1800 } })
  expect(part?.after).toMatchObject({ authToken: { duration: 7200 }, passwordResetToken: { duration: 1800 } })
})

test('system collections that change nothing are left out of an import', () => {
  const unchanged = { name: '_superusers', fields: [], authToken: { duration: 1_209_600 }, mfa: { enabled: false } }
  expect(readSystem(unchanged, { name: '_mfas' }, { id: 'posts000', name: 'posts' })).toMatchObject({
    collections: [{ name: 'posts' }],
    tokens: undefined,
    notes: [],
  })
})

test('one-time passwords and fields of superusers are noted, and do not prevent an import', () => {
  const fields = [{ name: 'phone', type: 'text' }]
  const { notes } = readSystem({ name: '_superusers', fields, otp: { enabled: true } })
  expect(notes?.map(({ subject }) => subject)).toEqual(['_superusers.otp', '_superusers.phone'])
})

test.each([
  ['a rule', { name: '_mfas', fields: [], listRule: '' }, '_mfas.listRule: System collection API rule cannot be changed.'],
  ['the spelling of the name', { name: '_MFAS' }, '_mfas.name: System collections cannot be renamed.'],
  ['a second factor', { name: '_superusers', mfa: { enabled: true } }, /_superusers\.mfa: Admins have no second factor/],
  ['an option of a token', { name: '_superusers', fileToken: { seconds: 5 } }, 'There is no "fileToken.seconds". Leave it out.'],
])('an import that changes %s of a system collection is rejected with the reason', (_, item, reason) => {
  const { message = '' } = readSystem(item).error ?? {}
  expect(message).toMatch(/^Some parts of this export cannot be kept\. Remove them from the text\. /)
  expect(message).toMatch(reason)
})
