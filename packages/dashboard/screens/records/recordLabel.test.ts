import { expect, it } from 'vitest'
import { exampleBase, exampleCollections, exampleField } from './exampleCollections.ts'
import { recordLabel } from './recordLabel.ts'

const two = exampleBase('two', [
  exampleField('first', 'text', { presentable: true }),
  exampleField('photo', 'file', { presentable: true, options: { protected: false } }),
  exampleField('last', 'text', { presentable: true }),
])

it.each([
  ['authors', { name: 'Ada', rank: 3 }, 'Ada'],
  ['authors', { name: '' }, 'r1'],
  ['posts', { title: 'News', name: 'n' }, 'News'],
  ['posts', { title: '', slug: 'news' }, 'news'],
  ['posts', {}, 'r1'],
  ['two', { first: 'Ada', last: 'Lovelace', photo: 'a.png' }, 'Ada, Lovelace'],
  ['two', { first: '', last: 'Lovelace' }, 'Lovelace'],
  ['unknown', { title: 'Still readable' }, 'Still readable'],
  ['posts', { title: '🙂'.repeat(80) }, `${'🙂'.repeat(70)}…`],
])('calls the record of %s with %j %j', (collection, values, label) => {
  const record = { id: 'r1', collectionId: `id_${collection}`, collectionName: collection, ...values }
  expect(recordLabel(record, [...exampleCollections, two])).toBe(label)
})
