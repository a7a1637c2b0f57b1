import { describe, expect, test } from 'vitest'
import { parseFields } from './parseFields.ts'
import { pickFields } from './pickFields.ts'

function pick(answer: unknown, fields: string) {
  const selection = parseFields(fields)
  return selection ? pickFields(answer, selection) : answer
}

const record = {
  id: 'r1',
  title: 'Two\nwords',
  views: 3,
  tags: ['a', 'b'],
  extra: { deep: { list: [1, { k: 2 }] }, n: 1, 'x.y': 5 },
  expand: { author: { id: 'a1', name: 'Ada', bio: '<p>One</p><p>two</p>' }, editors: [{ id: 'e1', name: 'Eve' }, { id: 'e2' }] },
}

describe('the selected fields of a record', () => {
  test.each<[string, unknown]>([
    ['id,views', { id: 'r1', views: 3 }],
    ['views,id,missing', { id: 'r1', views: 3 }],
    ['ID', {}],
    ['*', record],
    ['extra.n', { extra: { n: 1 } }],
    ['extra.x.y', { extra: { 'x.y': 5 } }],
    ['extra.missing', { extra: {} }],
    ['extra,extra.n', { extra: record.extra }],
    ['extra.deep.list.k', { extra: { deep: { list: [1, { k: 2 }] } } }],
    ['views.x,tags.x', { views: 3, tags: ['a', 'b'] }],
    ['expand.author.name', { expand: { author: { name: 'Ada' } } }],
    ['expand.editors.name', { expand: { editors: [{ name: 'Eve' }, {}] } }],
    ['*,expand.author.id', { ...record, expand: { author: { id: 'a1' } } }],
    ['expand.*,expand.author.name', { expand: { author: { name: 'Ada' }, editors: record.expand.editors } }],
    ['expand.*.name', { expand: {} }],
    ['*.n', {}],
    ['title:excerpt(5,true),views:excerpt(1),tags:excerpt(1)', { title: 'Two w...', views: 3, tags: ['a', 'b'] }],
    ['expand.author.*:excerpt(2),expand.author.bio:excerpt(5)', { expand: { author: { id: 'a1', name: 'Ad', bio: 'One t' } } }],
  ])('a record is reduced to fields=%s', (fields, expected) => {
    expect(pick(record, fields)).toEqual(expected)
  })

  test('selected fields are in byte order', () => {
    expect(JSON.stringify(pick({ b: 1, _: 2, B: 3, a: 4 }, 'b,a,B,_'))).toBe('{"B":3,"_":2,"a":4,"b":1}')
  })

  test('selected fields are a copy: the record does not change', () => {
    const before = structuredClone(record)
    pick(record, 'extra.n,expand.author.bio:excerpt(1)')
    expect(record).toEqual(before)
  })
})

describe('a page of records', () => {
  const page = {
    page: 1,
    perPage: 2,
    totalItems: 2,
    totalPages: 1,
    items: [
      { id: 'a', n: 1 },
      { id: 'b', n: 2 },
    ],
  }

  test.each<[string, unknown]>([
    ['id', [{ id: 'a' }, { id: 'b' }]],
    ['page,items.id', [{}, {}]],
  ])('a page keeps its own keys with fields=%s', (fields, items) => {
    expect(pick(page, fields)).toEqual({ ...page, items })
  })

  test('a page is distinguished from an object with more keys', () => {
    expect(pick({ ...page, id: 'x' }, 'id')).toEqual({ id: 'x' })
  })
})

test('fields are selected from each object of a list', () => {
  expect(
    pick(
      [
        { key: 'a', size: 1 },
        { key: 'b', size: 2 },
      ],
      'key',
    ),
  ).toEqual([{ key: 'a' }, { key: 'b' }])
})
