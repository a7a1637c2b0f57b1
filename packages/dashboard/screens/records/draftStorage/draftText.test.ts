import { expect, it } from 'vitest'
import { exampleBase, exampleField } from '../../../testing/exampleCollections.ts'
import { draftContent } from './draftText.ts'
import { sortDrafts } from './loadDrafts.ts'

const collection = exampleBase('posts', [exampleField('title', 'text'), exampleField('body', 'editor')])
const files = { cover: { value: '', base: 'a.png' } }

it.each([
  [{ title: 'One', stars: 0 }, {}, 'title: One · stars: 0'],
  [{ title: 'long '.repeat(9), body: '<p>Short</p>', done: true, tags: ['a'] }, files, 'title · body · done · tags · cover'],
  [{ title: '' }, {}, 'title'],
])('draftContent describes the values %o and the files %o as %s', (values, files, text) => {
  expect(draftContent(collection, { values, files })).toBe(text)
})

it('sortDrafts sorts the drafts of this tab first, each group from newest to oldest', () => {
  const drafts = [0, 3, 4]
    .map(storedAt => ({ isFromThisTab: false, storedAt }))
    .concat([1, 2].map(storedAt => ({ isFromThisTab: true, storedAt })))
  expect(sortDrafts(drafts).map(({ storedAt }) => storedAt)).toEqual([2, 1, 4, 3, 0])
})
