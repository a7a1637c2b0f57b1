import type { Field } from '@coffer/fields'
import { describe, expect, test } from 'vitest'
import { exampleAuth, exampleBase, exampleField } from '../../../testing/exampleCollections.ts'
import { lockRule, setRule, setType, unlockRule } from './collection.ts'
import { asNewCollection, duplicateCollection } from './duplicateCollection.ts'
import { type EditedCollection, startEdit } from './EditedCollection.ts'
import {
  addField,
  duplicateField,
  orderFields,
  removeField,
  renameField,
  requireField,
  restoreField,
  setFieldOptions,
} from './fields.ts'
import { indexableColumns, remainingIndexes, removedFieldOf, removeIndex, setIndex, statementOf } from './indexes.ts'
import { rebase } from './rebase.ts'
import { riskyChanges } from './riskyChanges.ts'
import { issueAt, issuesByKey } from './serverIssues.ts'
import { slug } from './slug.ts'
import { tabIssue, tabOf, tabsOf } from './tabs.ts'
import { isChanged, toForm } from './toForm.ts'

const title = exampleField('title', 'text', { required: true })
const tags = exampleField('tags', 'select', { options: { maxSelect: 3, values: ['a', 'b', 'c'] } })
const posts = {
  ...exampleBase('posts', [title, tags]),
  indexes: ['CREATE INDEX `by_title` ON `posts` (`title`)', 'CREATE INDEX `by_both` ON `posts` (\n  `title`,\n  `tags`\n)'],
}

const keyOf = (edited: EditedCollection, name: string): string =>
  edited.fields.find(({ field }) => field.name === name)?.key ?? `no field ${name}`
const names = (edited: EditedCollection): string[] => edited.fields.map(({ field }) => field.name)
const statements = (edited: EditedCollection): string[] => edited.indexes.map(index => statementOf(edited, index))

describe('fields', () => {
  test('M12.21 a new field is a plain text with a unique name, compared case-insensitively', () => {
    let edited = addField(startEdit(exampleBase('posts', [exampleField('Field', 'bool')])), { min: null })
    edited = addField(edited, {})
    expect(names(edited)).toEqual(['Field', 'field2', 'field3'])
    expect(edited.fields[1]?.field).toMatchObject({ type: 'text', id: '', required: false, options: { min: null } })
  })

  test('M12.22 a duplicate is placed after its original with a unique name; a removed field cannot be duplicated', () => {
    let edited = startEdit(posts)
    edited = duplicateField(edited, keyOf(edited, 'title'))
    edited = duplicateField(edited, keyOf(edited, 'title'))
    expect(names(edited)).toEqual(['title', 'title_copy2', 'title_copy', 'tags'])
    expect(edited.fields[1]?.field).toMatchObject({ id: '', required: true })
    const removed = removeField(edited, keyOf(edited, 'tags'))
    expect(duplicateField(removed, keyOf(removed, 'tags'))).toBe(removed)
  })

  test('M12.23–24 a removed stored field can be restored with its old name; a removed new field disappears', () => {
    let edited = addField(startEdit(posts), {})
    edited = removeField(edited, keyOf(edited, 'field'))
    expect(names(edited)).toEqual(['title', 'tags'])
    edited = removeField(renameField(edited, keyOf(edited, 'title'), 'heading'), keyOf(edited, 'title'))
    edited = removeField(edited, keyOf(edited, 'heading'))
    expect(edited.fields[0]).toMatchObject({ isRemoved: true, field: { name: 'heading' } })
    expect(toForm(edited).schema?.map(({ name }) => name)).toEqual(['tags'])
    edited = restoreField(edited, keyOf(edited, 'heading'))
    expect(edited.fields[0]).toMatchObject({ isRemoved: false, field: { name: 'title' } })
    expect(isChanged(edited, startEdit(posts))).toBe(false)
  })

  test('M12.25, M17.11 indexes follow renamed fields, even via names of other fields, and a renamed collection', () => {
    let edited = startEdit(posts)
    const key = keyOf(edited, 'title')
    for (const name of ['t', '', 'tags', 'tagsline']) edited = renameField(edited, key, name)
    expect(statements({ ...edited, name: 'articles' })).toEqual([
      'CREATE INDEX `by_title` ON `articles` (`tagsline`)',
      'CREATE INDEX `by_both` ON `articles` (\n  `tagsline`,\n  `tags`\n)',
    ])
    expect(statements({ ...edited, name: '' })[0]).toBe('CREATE INDEX `by_title` ON `posts` (`tagsline`)')
  })

  test('M12.29 requiring a field removes nullable', () => {
    const lax = { ...title, required: false, nullable: true } as Field
    const edited = startEdit(exampleBase('posts', [lax]))
    const [row] = requireField(edited, keyOf(edited, 'title'), true).fields
    expect(row?.field).toMatchObject({ required: true })
    expect(row?.field).not.toHaveProperty('nullable')
  })

  test('fields can be reordered, and changing one option keeps the others', () => {
    let edited = startEdit(posts)
    edited = orderFields(edited, [keyOf(edited, 'tags'), keyOf(edited, 'title')])
    edited = setFieldOptions(edited, keyOf(edited, 'tags'), { maxSelect: 2 })
    expect(names(edited)).toEqual(['tags', 'title'])
    expect(edited.fields[0]?.field.options).toEqual({ maxSelect: 2, values: ['a', 'b', 'c'] })
  })
})

describe('indexes', () => {
  test('M13.3 indexes can use the remaining fields, created and updated', () => {
    const edited = startEdit(posts)
    expect(indexableColumns(removeField(edited, keyOf(edited, 'tags')))).toEqual(['title', 'created', 'updated'])
  })

  test('M13.9–10 indexes can be replaced, added and removed; an index on a removed field is removed too', () => {
    let edited = startEdit(posts)
    edited = setIndex(edited, edited.indexes[0]?.key, 'create index one on posts (created)')
    edited = setIndex(edited, undefined, 'create unique index two on posts (tags)')
    edited = removeIndex(edited, edited.indexes[1]?.key ?? '')
    expect(statements(edited)).toEqual(['create index one on posts (created)', 'create unique index two on posts (tags)'])
    const without = removeField(renameField(edited, keyOf(edited, 'tags'), 'labels'), keyOf(edited, 'tags'))
    expect(remainingIndexes(without)).toHaveLength(1)
    expect(without.indexes.map(index => removedFieldOf(without, index))).toEqual([undefined, 'labels'])
    expect(toForm(without).indexes).toEqual(['create index one on posts (created)'])
  })
})

describe('the collection', () => {
  test('M16.2–3 a new auth collection enables all auth methods', () => {
    const edited = setType(startEdit(undefined), 'auth')
    expect(toForm(edited).options).toMatchObject({
      allowEmailAuth: true,
      allowUsernameAuth: true,
      allowOAuth2Auth: true,
      minPasswordLength: 8,
      manageRule: null,
      requireEmail: false,
    })
  })

  test('M17.10 a view is saved without write rules, indexes and schema fields', () => {
    let edited = setIndex(addField(startEdit(undefined), {}), undefined, 'create index i on t (created)')
    for (const rule of ['listRule', 'createRule', 'updateRule', 'deleteRule'] as const) edited = setRule(edited, rule, '')
    const form = toForm({ ...setType(edited, 'view'), query: 'select id from posts' })
    expect(form).toMatchObject({ listRule: '', createRule: null, updateRule: null, deleteRule: null, indexes: [], schema: [] })
    expect(form.options).toEqual({ query: 'select id from posts' })
  })

  test('M15.5–6 an unlocked rule gets back its text, or becomes public if it had none', () => {
    const edited = setRule(startEdit(undefined), 'listRule', 'id != ""')
    const locked = lockRule(edited, 'listRule')
    expect(locked.rules.listRule).toBeNull()
    expect(unlockRule(locked, 'listRule').rules.listRule).toBe('id != ""')
    expect(unlockRule(locked, 'viewRule').rules.viewRule).toBe('')
  })

  test('M15.3 a rule that contains only blanks is saved as empty', () => {
    const edited = startEdit(exampleAuth('users', []))
    const form = toForm(setRule(setRule(edited, 'listRule', ' \n'), 'manageRule', '  '))
    expect([form.listRule, form.options]).toMatchObject(['', { manageRule: '' }])
    expect(toForm(setRule(edited, 'viewRule', ' id = 1 ')).viewRule).toBe(' id = 1 ')
  })

  test('M17.6–7 a duplicate has no stored ids, a unique name and new index names', () => {
    const copy = duplicateCollection(posts, ['posts', 'posts_duplicate'])
    const form = toForm(copy)
    expect(form).not.toHaveProperty('id')
    expect(form.name).toBe('posts_duplicate2')
    expect(form.schema?.map(({ id, name }) => [id, name])).toEqual([
      ['', 'title'],
      ['', 'tags'],
    ])
    expect(form.indexes).toHaveLength(2)
    for (const statement of form.indexes ?? []) expect(statement).toMatch(/^CREATE INDEX `idx_\w{7}` ON `posts_duplicate2` /)
    expect(asNewCollection(startEdit(posts)).stored).toBeUndefined()
  })

  test('M12.14, M12.17 a collection is sent with exactly the keys that the server knows', () => {
    const form = toForm(startEdit(exampleAuth('users', [title])))
    expect(Object.keys(form).toSorted()).toEqual([
      'createRule',
      'deleteRule',
      'indexes',
      'listRule',
      'name',
      'options',
      'schema',
      'system',
      'type',
      'updateRule',
      'viewRule',
    ])
    expect(form.schema).toEqual([title])
  })

  test.each([
    ['my posts', 'my_posts'],
    ['Grâce Ørn', 'Grace_Orn'],
    ['имя.поля', 'imya_polya'],
    ['a==b--c', 'a_b_c'],
    ['tags!?"', 'tags'],
    ['_kept_', '_kept_'],
  ])('M12.4, M12.31 %j is converted to the name %j', (typed, name) => {
    expect(slug(typed)).toBe(name)
    expect(slug(slug(typed))).toBe(name)
  })
})

describe('riskyChanges', () => {
  test('M17.2 renaming, removing and narrowing to a single value have to be confirmed', () => {
    let edited = startEdit(posts)
    edited = setFieldOptions(edited, keyOf(edited, 'tags'), { maxSelect: 1 })
    edited = removeField(edited, keyOf(edited, 'title'))
    expect(riskyChanges({ ...edited, name: 'articles' })).toEqual({
      collection: { from: 'posts', to: 'articles' },
      fields: [],
      removed: [title],
      narrowed: [tags],
      lostIndexes: posts.indexes,
    })
    const renamed = renameField(startEdit(posts), '', 'x')
    expect(riskyChanges(renameField(renamed, keyOf(renamed, 'tags'), 'labels'))?.fields).toEqual([{ from: 'tags', to: 'labels' }])
  })

  test('M17.3–4 no other change has to be confirmed, and none of a new collection or a view', () => {
    const edited = startEdit(posts)
    const key = keyOf(edited, 'title')
    const harmless = [
      addField(edited, {}),
      setRule(edited, 'listRule', ''),
      requireField(edited, key, false),
      setFieldOptions(edited, key, { max: 3 }),
      setIndex(edited, undefined, 'create index i on posts (created)'),
      removeIndex(edited, edited.indexes[0]?.key ?? ''),
      { ...asNewCollection(edited), name: 'other' },
    ]
    for (const each of harmless) expect(riskyChanges(each)).toBeUndefined()
    expect(riskyChanges({ ...edited, type: 'view', name: 'other' })).toBeUndefined()
  })
})

describe('server issues', () => {
  test('M12.12 server issues stay at their field or index when rows move', () => {
    let edited = addField(startEdit(posts), {})
    edited = removeField(edited, keyOf(edited, 'title'))
    const sent = edited
    const errors = issuesByKey(
      { 'schema.1.options.values': 'Cannot be blank.', 'indexes.0': 'No.', 'schema.7.name': 'x', name: 'Taken.' },
      { ...sent, indexes: sent.indexes.slice(0, 1).map(index => ({ ...index, written: 'create index i on posts (created)' })) },
    )
    const key = keyOf(edited, 'field')
    expect(errors).toEqual({
      [`fields.${key}.options.values`]: 'Cannot be blank.',
      [`indexes.${edited.indexes[0]?.key}`]: 'No.',
      'schema.7.name': 'x',
      name: 'Taken.',
    })
    expect(issueAt(errors, `fields.${key}`)).toBe('Cannot be blank.')
    expect(issueAt(errors, 'fields')).toBe('Cannot be blank.')
    expect(issueAt(errors, 'field')).toBeUndefined()
  })

  test.each([
    [{ schema: 'All wrong.' }, 'schema', 'All wrong.'],
    [{ 'fields.row1.name': 'x' }, 'schema', 'Has errors'],
    [{ 'indexes.row1': 'x' }, 'schema', 'Has errors'],
    [{ 'options.query': 'x' }, 'schema', 'Has errors'],
    [{ 'options.manageRule': 'x' }, 'rules', 'Has errors'],
    [{ listRule: 'x' }, 'rules', 'Has errors'],
    [{ 'options.minPasswordLength': 'x' }, 'options', 'Has errors'],
    [{ options: 'x' }, 'options', 'Has errors'],
    [{ name: 'x' }, undefined, undefined],
  ] as const)('M12.13 %j marks the tab %j with %j', (errors, tab, mark) => {
    expect(tabOf(errors)).toBe(tab)
    for (const id of ['schema', 'rules', 'options'] as const) expect(tabIssue(id, errors)).toBe(id === tab ? mark : undefined)
  })

  test('M12.7 the tabs depend on the collection type', () => {
    expect(tabsOf('base').map(({ label }) => label)).toEqual(['Fields', 'API Rules'])
    expect(tabsOf('auth').map(({ label }) => label)).toEqual(['Fields', 'API Rules', 'Options'])
    expect(tabsOf('view').map(({ label }) => label)).toEqual(['Query', 'API Rules'])
  })
})

describe('rebase', () => {
  const theirs = {
    ...posts,
    updated: 'later',
    viewRule: '',
    schema: [{ ...title, presentable: true, options: { max: 9 } }, exampleField('theirs', 'bool')],
    indexes: [posts.indexes[0] ?? '', 'CREATE INDEX `theirs` ON `posts` (`theirs`)'],
  }

  test("merges another admin's changes with the changes in the form", () => {
    const start = startEdit(posts)
    let edited = requireField(start, keyOf(start, 'title'), false)
    edited = setRule(addField(edited, {}), 'listRule', 'id = 1')
    const merged = rebase(edited, start, theirs)
    expect(toForm(merged)).toMatchObject({ listRule: 'id = 1', viewRule: '', indexes: theirs.indexes })
    expect(toForm(merged).schema).toMatchObject([
      { id: title.id, required: false, presentable: true, options: { max: 9 } },
      { id: '', name: 'field' },
      { name: 'theirs' },
    ])
    expect(riskyChanges(merged)).toBeUndefined()
  })

  test('keeps a changed field that another admin removed, as a new field', () => {
    const start = startEdit(posts)
    const edited = setFieldOptions(start, keyOf(start, 'tags'), { maxSelect: 2 })
    expect(toForm(rebase(edited, start, theirs)).schema).toMatchObject([
      { name: 'title' },
      { id: '', name: 'tags', options: { maxSelect: 2 } },
      { name: 'theirs' },
    ])
    const removed = removeField(start, keyOf(start, 'tags'))
    expect(names(rebase(removed, start, theirs))).toEqual(['title', 'theirs'])
  })
})
