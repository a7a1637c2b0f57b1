import { expect, it } from 'vitest'
import { exampleBase, exampleField } from '../../../testing/exampleCollections.ts'
import { changedNames } from '../draft/draft.ts'
import { fillForm, formOfDeleted, isFilledFrom, namesToSend, refillForm, repairValue, restoreDraft } from './formContent.ts'

const collection = exampleBase('posts', [
  exampleField('title', 'text'),
  exampleField('tags', 'relation', { options: { collectionId: 'id_tags', maxSelect: null } }),
])
const record = { id: 'post1', collectionId: collection.id, collectionName: 'posts', title: 'One', tags: ['a', 'gone'] }
const opened = () => fillForm({ collection, recordId: record.id, record, duplicated: undefined, nesting: 1, owner: 'ada' })
const typed = (form: ReturnType<typeof opened>) => changedNames(form.draft, form.untouched)

it('a repaired value is part of the next save but does not count as a change', () => {
  const form = repairValue(opened(), 'tags', ['a'])
  expect(typed(form)).toEqual([])
  expect(form.draft).toBe(form.untouched)
  expect(namesToSend(form, false)).toEqual(['tags'])
})

it('a repair does not affect which values count as typed', () => {
  const form = opened()
  const titled = { ...form, draft: { ...form.draft, title: 'Two' } }
  const repaired = repairValue(titled, 'tags', ['a'])
  expect(typed(repaired)).toEqual(['title'])
  expect(namesToSend(repaired, false)).toEqual(['title', 'tags'])

  const retyped = repairValue({ ...form, draft: { ...form.draft, tags: ['b', 'gone'] } }, 'tags', ['b'])
  expect(typed(retyped)).toEqual(['tags'])
})

it('refillForm after a save leaves nothing to send for a repaired value', () => {
  const form = repairValue(opened(), 'tags', ['a'])
  const saved = refillForm(form, collection, { ...record, tags: ['a'] }, form.draft)
  expect([typed(saved), namesToSend(saved, false)]).toEqual([[], []])
})

it('refillForm keeps what was typed while a new record was being saved', () => {
  const source = { collection, recordId: 'new', record: undefined, duplicated: undefined, nesting: 0, owner: 'ada' }
  const form = fillForm(source)
  const sent = { ...form, draft: { ...form.draft, title: 'One' } }
  const typedOn = { ...sent, draft: { ...sent.draft, title: 'One and more' } }
  const saved = refillForm(typedOn, collection, record, sent.draft)
  expect(isFilledFrom(saved, source)).toBe(true)
  expect(isFilledFrom(saved, { ...source, recordId: record.id, record })).toBe(true)
  expect(isFilledFrom(saved, { ...source, duplicated: record })).toBe(false)
  expect(namesToSend(saved, false)).toEqual(['title'])
  expect(saved.draft).toMatchObject({ id: record.id, title: 'One and more' })
})

it('formOfDeleted keeps the values of a deleted record and the new files, without the stored files', () => {
  const withFiles = exampleBase('posts', [
    exampleField('title', 'text'),
    exampleField('cover', 'file', { options: { maxSelect: 1 } }),
    exampleField('pictures', 'file', { options: { maxSelect: 9 } }),
  ])
  const stored = { ...record, cover: 'a.png', pictures: ['b.png'] }
  const form = fillForm({
    collection: withFiles,
    recordId: record.id,
    record: stored,
    duplicated: undefined,
    nesting: 0,
    owner: 'ada',
  })
  const added = new File([], 'new.png')
  const gone = formOfDeleted({ ...form, draft: { ...form.draft, title: 'Two', pictures: ['b.png', added] } }, withFiles)
  expect(gone.draft).toEqual({ id: record.id, title: 'Two', cover: '', pictures: [added] })
  expect(gone.record).toBeUndefined()
})

it('the form of a deleted record with a draft recreates the record under its id', () => {
  const source = {
    collection,
    recordId: record.id,
    record: undefined,
    duplicated: undefined,
    nesting: 0,
    owner: 'ada',
    isGone: true,
  }
  const form = fillForm(source)
  expect(form).toMatchObject({ isGone: true, isPasswordShown: true, draft: { id: record.id, title: '' } })
  expect(typed(form)).toEqual([])
  const draft = {
    values: { title: 'Two' },
    base: { title: 'One' },
    files: {},
    newId: undefined,
    key: '',
    storedAt: 0,
    isFromThisTab: true,
  }
  const restored = restoreDraft(form, draft, () => undefined)
  expect(typed(restored)).toEqual(['title'])
  expect(restored.base).toBe(form.base)
  const saved = refillForm(restored, collection, { ...record, title: 'Two' }, restored.draft)
  expect(isFilledFrom(saved, { ...source, record, isGone: false })).toBe(true)
})

it('restoreDraft restores values and files, and lists the files that are lost', () => {
  const withFiles = exampleBase('posts', [
    exampleField('title', 'text'),
    exampleField('pictures', 'file', { options: { maxSelect: 9 } }),
  ])
  const form = fillForm({
    collection: withFiles,
    recordId: 'new',
    nesting: 0,
    owner: 'ada',
    record: undefined,
    duplicated: undefined,
  })
  const pictures = { value: [1, 2].map(number => ({ id: `id${number}`, name: `${number}.png` })), base: [] }
  const stored = {
    values: { title: 'One' },
    base: {},
    files: { pictures },
    newId: 'post00000000001',
    key: 'coffer.draft',
    storedAt: 0,
    isFromThisTab: true,
  }
  const left = new File([], '2.png')
  const restored = restoreDraft({ ...form, offered: [stored] }, stored, ({ id }) => (id === 'id2' ? left : undefined))
  expect(restored).toMatchObject({ lostFiles: ['1.png'], newId: 'post00000000001', attempt: { names: [] }, offered: [] })
  expect(restored.draft).toEqual({ id: '', title: 'One', pictures: [left] })
  expect(restored.untouched).toBe(form.untouched)
})
