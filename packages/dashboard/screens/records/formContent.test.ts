import { expect, it } from 'vitest'
import { changedNames } from './draft.ts'
import { exampleBase, exampleField } from './exampleCollections.ts'
import { fillForm, namesToSend, refillForm, repairValue } from './formContent.ts'

const collection = exampleBase('posts', [
  exampleField('title', 'text'),
  exampleField('tags', 'relation', { options: { collectionId: 'id_tags', maxSelect: null } }),
])
const record = { id: 'post1', collectionId: collection.id, collectionName: 'posts', title: 'One', tags: ['a', 'gone'] }
const opened = () => fillForm({ collection, recordId: record.id, record, duplicated: undefined, nesting: 1 })
const typed = (form: ReturnType<typeof opened>) => changedNames(form.draft, form.untouched)

it('writes a repaired value with the next save, though nobody typed it', () => {
  const form = repairValue(opened(), 'tags', ['a'])
  expect(typed(form)).toEqual([])
  expect(form.draft).toBe(form.untouched)
  expect(namesToSend(form, false)).toEqual(['tags'])
})

it('keeps a repair apart from what was typed before and after it', () => {
  const form = opened()
  const titled = { ...form, draft: { ...form.draft, title: 'Two' } }
  const repaired = repairValue(titled, 'tags', ['a'])
  expect(typed(repaired)).toEqual(['title'])
  expect(namesToSend(repaired, false)).toEqual(['title', 'tags'])

  const retyped = repairValue({ ...form, draft: { ...form.draft, tags: ['b', 'gone'] } }, 'tags', ['b'])
  expect(typed(retyped)).toEqual(['tags'])
})

it('has nothing to repair once it was saved', () => {
  const form = repairValue(opened(), 'tags', ['a'])
  const saved = refillForm(form, collection, { ...record, tags: ['a'] }, form.draft)
  expect([typed(saved), namesToSend(saved, false)]).toEqual([[], []])
})
