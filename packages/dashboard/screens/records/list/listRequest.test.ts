import { describe, expect, it } from 'vitest'
import { parseSort } from '../../../table/sort.ts'
import { exampleCollections, exampleView } from '../../../testing/exampleCollections.ts'
import { columnsOf } from '../columns/columns.ts'
import { listRequest } from './listRequest.ts'

function collectionNamed(name: string) {
  const collection = exampleCollections.find(candidate => candidate.name === name)
  if (collection === undefined) throw new Error(`No example is called ${name}`)
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
  ])('gives %s its columns', (name, columns) => {
    expect(columnsOf(collectionNamed(name)).map(column => column.field.name)).toEqual(columns)
  })

  it('shows the dates that a view selects', () => {
    const view = exampleView('recent', 'select id, created from posts', [])
    expect(columnsOf(view).map(column => column.field.name)).toEqual(['id', 'created'])
  })
})

describe('listRequest', () => {
  it('asks for shown columns, excerpts of rich text, and what stands for related records', () => {
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

  it('leaves hidden columns out', () => {
    const { fields, expand } = request('posts', { hidden: ['id_author', 'id_body', '@updated'] })
    expect(expand).toBe('')
    expect(fields).toBe('id,collectionId,collectionName,title,created')
  })

  it('asks accounts for their verification', () => {
    expect(request('users').fields).toBe('id,collectionId,collectionName,verified,username,email,name,created,updated')
  })

  it.each([
    ['posts', '-created', '-created'],
    ['posts', '-author', '-author.name'],
    ['posts', 'author,title', 'author.name,title'],
  ])('sorts %s by %s as %s', (name, sort, sent) => {
    expect(request(name, { sort }).sort).toBe(sent)
  })

  it('looks for a term in every column', () => {
    expect(request('totals', { filter: 'ada' }).filter).toBe('id~"ada"||name~"ada"')
  })
})
