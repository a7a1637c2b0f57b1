import { describe, expect, it } from 'vitest'
import { parseSort } from '../../../table/sort.ts'
import { exampleCollections, exampleView } from '../../../testing/exampleCollections.ts'
import { columnsOf } from '../columns/columns.ts'
import { listRequest } from './listRequest.ts'

function collectionNamed(name: string) {
  const collection = exampleCollections.find(candidate => candidate.name === name)
  if (collection === undefined) throw new Error(`No example collection "${name}"`)
  return collection
}

const request = (name: string, view: { filter?: string; sort?: string; hidden?: string[] } = {}) =>
  listRequest(collectionNamed(name), exampleCollections, {
    filter: view.filter ?? '',
    sort: parseSort(view.sort ?? ''),
    hidden: view.hidden ?? [],
  })

describe('columnsOf', () => {
  it.each([
    ['posts', ['id', 'title', 'body', 'author', 'created', 'updated']],
    ['users', ['id', 'username', 'email', 'name', 'created', 'updated']],
    ['totals', ['id', 'name']],
  ])('returns the columns of %s: %j', (name, columns) => {
    expect(columnsOf(collectionNamed(name)).map(column => column.field.name)).toEqual(columns)
  })

  it('includes the dates that a view selects', () => {
    const view = exampleView('recent', 'select id, created from posts', [])
    expect(columnsOf(view).map(column => column.field.name)).toEqual(['id', 'created'])
  })
})

describe('listRequest', () => {
  it('requests the visible columns, excerpts of rich text and the label fields of related records', () => {
    const { fields, expand } = request('posts')
    expect(expand).toBe('author')
    expect(fields.split(',')).toEqual([
      'id',
      'collectionId',
      'collectionName',
      'title',
      'body:excerpt(200)',
      'author',
      'created',
      'updated',
      'expand.author.id',
      'expand.author.collectionId',
      'expand.author.collectionName',
      'expand.author.name',
    ])
  })

  it('leaves out hidden columns', () => {
    const { fields, expand } = request('posts', { hidden: ['id_author', 'id_body', '@updated'] })
    expect(expand).toBe('')
    expect(fields).toBe('id,collectionId,collectionName,title,created')
  })

  it('requests the verified flag of auth records', () => {
    expect(request('users').fields).toBe('id,collectionId,collectionName,verified,username,email,name,created,updated')
  })

  it.each([
    ['posts', '-created', '-created'],
    ['posts', '-author', '-author.name'],
    ['posts', 'author,title', 'author.name,title'],
  ])('for %s, translates the sort %s to %s', (name, sort, sent) => {
    expect(request(name, { sort }).sort).toBe(sent)
  })

  it('searches every column for a term', () => {
    expect(request('totals', { filter: 'ada' }).filter).toBe('id~"ada"||name~"ada"')
  })
})
