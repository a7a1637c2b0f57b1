import { describe, expect, it } from 'vitest'
import { exampleBase, exampleField } from '../../../testing/exampleCollections.ts'
import { changedNames, type Draft } from '../draft/draft.ts'
import { fillForm, namesToSend, repairValue, restoreDraft } from '../form/formContent.ts'
import { conflictsWith, rebaseForm } from './rebaseForm.ts'

const collection = exampleBase('posts', [
  exampleField('title', 'text'),
  exampleField('stars', 'number'),
  exampleField('cover', 'file', { options: { maxSelect: 1 } }),
  exampleField('pictures', 'file', { options: { maxSelect: 9 } }),
  exampleField('tags', 'relation', { options: { collectionId: 'id_tags', maxSelect: null } }),
])
const record = {
  id: 'post1',
  collectionId: collection.id,
  collectionName: 'posts',
  title: 'One',
  stars: 1,
  cover: 'a.png',
  pictures: ['a.png', 'b.png'],
  tags: ['t1', 'gone'],
}
function typed(values: Draft) {
  const form = fillForm({ collection, recordId: record.id, record, duplicated: undefined, nesting: 0, owner: 'ada' })
  return { ...form, draft: { ...form.draft, ...values } }
}
const file = new File([], 'new.png')

describe('conflictsWith', () => {
  it.each<[string, Draft, Draft, string[]]>([
    ['nobody changed anything', {}, {}, []],
    ['only the user changed something', { title: 'Mine' }, {}, []],
    ['only someone else changed something', {}, { title: 'Theirs' }, []],
    ['both changed different values', { title: 'Mine' }, { stars: 9 }, []],
    ['both made the same change', { title: 'Same' }, { title: 'Same' }, []],
    ['both changed the same value', { title: 'Mine', stars: 2 }, { title: 'Theirs' }, ['title']],
    ['both replaced a single file', { cover: file }, { cover: 'c.png' }, ['cover']],
    ['both changed a field with several files', { pictures: ['b.png', file] }, { pictures: ['a.png'] }, []],
  ])('finds the conflicting fields when %s', (_, mine, theirs, names) => {
    expect(conflictsWith(typed(mine), collection, { ...record, ...theirs })).toEqual(names)
  })
})

describe('rebaseForm', () => {
  it('keeps the changed fields and takes the stored values of the others', () => {
    const form = rebaseForm(typed({ title: 'Mine' }), collection, { ...record, title: 'Theirs', stars: 9 })
    expect(form.draft).toMatchObject({ title: 'Mine', stars: 9 })
    expect(namesToSend(form, false)).toEqual(['title'])
  })

  it('takes the stored values of the fields that the user gives up', () => {
    const form = rebaseForm(typed({ title: 'Mine', stars: 2 }), collection, { ...record, title: 'Theirs' }, ['title'])
    expect(form.draft).toMatchObject({ title: 'Theirs', stars: 2 })
    expect(namesToSend(form, false)).toEqual(['stars'])
  })

  it('merges the files that both sides added and removed', () => {
    const form = rebaseForm(typed({ pictures: ['b.png', file] }), collection, {
      ...record,
      pictures: ['a.png', 'b.png', 'c.png'],
    })
    expect(form.draft.pictures).toEqual(['b.png', 'c.png', file])
    const theyRemoved = rebaseForm(typed({ pictures: ['a.png', 'b.png', file] }), collection, { ...record, pictures: ['b.png'] })
    expect(theyRemoved.draft.pictures).toEqual(['b.png', file])
  })

  it('sends a repaired value but does not count it as a change by the user', () => {
    const repaired = repairValue(typed({ title: 'Mine' }), 'tags', ['t1'])
    const form = rebaseForm(repaired, collection, { ...record, stars: 9 })
    expect(changedNames(form.draft, form.untouched)).toEqual(['title'])
    expect(namesToSend(form, false)).toEqual(['title', 'tags'])
  })
})

describe('conflictsWith after restoring a draft', () => {
  const cover = { value: { id: 'file1', name: 'new.png' }, base: 'a.png' }
  const pictures = { value: ['b.png', { id: 'file1', name: 'new.png' }], base: ['a.png', 'b.png'] }
  const restore = (values: Draft, base: Draft, files = {}) => {
    const stored = { values, base, files, newId: undefined, key: 'coffer.draft', storedAt: 0, isFromThisTab: true }
    return restoreDraft(typed({}), stored, () => file)
  }

  it.each<[string, Draft, Draft, object, string[]]>([
    ['nobody else changed the value', { title: 'Mine' }, { title: 'One' }, {}, []],
    ['someone else changed the value', { title: 'Mine', stars: 2 }, { title: 'Before', stars: 1 }, {}, ['title']],
    ['someone else made the same change', { title: 'One' }, { title: 'Before' }, {}, []],
    ['the draft has no base value', { title: 'Mine' }, {}, {}, []],
    ['the single file is unchanged', {}, {}, { cover }, []],
    ['someone else replaced the single file', {}, {}, { cover: { ...cover, base: 'before.png' } }, ['cover']],
    ['someone else changed a field with several files', {}, {}, { pictures: { ...pictures, base: ['a.png'] } }, []],
  ])('finds the conflicting fields when %s', (_, values, base, files, names) => {
    expect(conflictsWith(restore(values, base, files), collection, record)).toEqual(names)
  })

  it('finds no conflict once rebaseForm has based the draft on the stored record', () => {
    const restored = restore({ title: 'Mine', stars: 2 }, { title: 'Before', stars: 1 }, { pictures })
    const form = rebaseForm(restored, collection, record, ['title'])
    expect(form.draft).toMatchObject({ title: 'One', stars: 2, cover: 'a.png', pictures: ['b.png', file] })
    expect(namesToSend(form, false)).toEqual(['stars', 'pictures'])
    expect(conflictsWith(form, collection, record)).toEqual([])
  })
})
