import { describe, expect, it } from 'vitest'
import { exampleBase, exampleCollections, exampleField } from '../../../testing/exampleCollections.ts'
import { labelFiles, labelRequest, recordLabel } from './recordLabel.ts'

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
])('recordLabel of a record of %s with %j is %j', (collection, values, label) => {
  const record = { id: 'r1', collectionId: `id_${collection}`, collectionName: collection, ...values }
  expect(recordLabel(record, [...exampleCollections, two])).toBe(label)
})

const image = { maxSelect: 1, maxSize: 100, mimeTypes: ['image/png', 'image/gif'], thumbs: [], protected: false }
const covered = exampleBase('covered', [
  exampleField('papers', 'file', { options: { ...image, maxSelect: 9 } }),
  exampleField('cover', 'file', { options: image }),
  exampleField('body', 'editor'),
])
const teams = exampleBase('teams', [
  exampleField('post', 'relation', { presentable: true, options: { collectionId: 'id_posts', maxSelect: 1 } }),
  exampleField('members', 'relation', { presentable: true, options: { collectionId: 'id_authors', maxSelect: null } }),
])
const heading = exampleBase('headed', [exampleField('heading', 'editor', { presentable: true })])
const collections = [...exampleCollections, two, covered, teams, heading]
const recordOf = (collection: string, values: object) => ({
  id: 'r1',
  collectionId: `id_${collection}`,
  collectionName: collection,
  ...values,
})

describe('record labels', () => {
  it('recordLabel contains the labels of presentable relations, or their ids without expanded records', () => {
    const ada = recordOf('authors', { name: 'Ada' })
    const eva = recordOf('authors', { name: 'Eva' })
    const team = { post: 'p1', members: ['a1', 'a2'] }
    expect(recordLabel(recordOf('teams', { ...team, expand: { members: [ada, eva] } }), collections)).toBe('p1, Ada, Eva')
    expect(recordLabel(recordOf('teams', team), collections)).toBe('p1, a1, a2')
  })

  it('labelFiles returns up to five files per presentable field, otherwise those of the first single-image field', () => {
    const photo = Array.from({ length: 7 }, (_, index) => `${index}.png`)
    const named = (record: ReturnType<typeof recordOf>) =>
      labelFiles(record, collections).map(({ field, name }) => [field.name, name])
    expect(named(recordOf('two', { photo }))).toEqual(photo.slice(0, 5).map(name => ['photo', name]))
    expect(named(recordOf('two', { photo: '' }))).toEqual([])
    expect(named(recordOf('covered', { cover: 'a.png', papers: ['b.pdf'] }))).toEqual([['cover', 'a.png']])
    expect(named(recordOf('unknown', { photo }))).toEqual([])
  })

  it('labelRequest contains only the fields that the label needs', () => {
    const system = ['id', 'collectionId', 'collectionName']
    const of = (name: string) =>
      labelRequest(
        collections.find(each => each.name === name),
        collections,
      )
    expect(of('two')).toEqual({ expand: [], fields: [...system, 'first', 'last', 'photo'] })
    expect(of('headed')).toEqual({ expand: [], fields: [...system, 'heading:excerpt(200)'] })
    expect(of('covered').fields).toContain('cover')
    expect(of('teams').expand).toEqual(['post', 'members'])
    expect(of('teams').fields).toEqual(expect.arrayContaining(['expand.post.title', 'expand.members.name']))
  })
})
