import { expect, test } from 'vitest'
import type { Collection } from '../collections/Collection.ts'
import { posts as base, magazine } from '../completion/exampleMagazine.ts'
import { findDialectDifferences } from './dialectDifferences.ts'

const withRule = (change: Partial<Collection>): Collection =>
  ({
    ...base,
    listRule: null,
    viewRule: null,
    createRule: null,
    updateRule: null,
    deleteRule: null,
    ...change,
  }) as Collection

const place = { ...base.schema[0], id: 'place', name: 'place', type: 'geoPoint', options: {} } as Collection['schema'][number]

test.each([
  [
    'an excluding comparison',
    { listRule: '@request.auth.id != "" && @collection.tags.name != @request.auth.id' },
    [`${base.name}.listRule excludes`],
  ],
  ['an excluding comparison on the right', { viewRule: '"x" !~ @collection.tags:b.name' }, [`${base.name}.viewRule excludes`]],
  ['a comparison with any record', { listRule: '@collection.tags.name ?!= @request.auth.id' }, []],
  ['a comparison that includes', { listRule: '@collection.teams.user = @request.auth.id' }, []],
  [
    'a create rule over its own records',
    { createRule: `@collection.${base.name}:me.id != id` },
    [`${base.name}.createRule excludes`, `${base.name}.createRule reads its own`],
  ],
  ['the elements of a list', { listRule: 'labels:each != "news"' }, ['posts.listRule compares all values of labels:each. Where']],
  [
    'the submitted elements of a list',
    { createRule: '@request.body.labels:each != "news"' },
    ['posts.createRule compares all values of @request.body.labels:each.'],
  ],
  ['records behind a relation', { viewRule: 'tags.name ~ "a"' }, ['posts.viewRule compares all values of tags.name.']],
  [
    'a back relation',
    { viewRule: 'comments_via_post.by != @request.auth.id' },
    ['posts.viewRule compares all values of comments_via_post.by.'],
  ],
  [
    'one element, one record, a length and equal values',
    { viewRule: 'status:each != "draft" && author.name != "" && tags:length != 2 && tags.name = "a" && tags.name ?!= "a"' },
    [],
  ],
  [
    'a name of a collection that does not exist',
    { listRule: '@collection.bans.user != id' },
    ['posts.listRule compares all values of @collection.bans.user.'],
  ],
  [
    'JSON of another collection, and a path into it',
    { listRule: '@collection.posts.meta != "a" || @collection.posts.meta.user > 1' },
    [
      'posts.listRule compares all values of @collection.posts.meta.',
      'posts.listRule compares all values of @collection.posts.meta.user.',
    ],
  ],
  [
    'a path into JSON behind a relation',
    { viewRule: 'comments_via_post.post.meta.hidden != true' },
    ['posts.viewRule compares all values of comments_via_post.post.meta.hidden.'],
  ],
  [
    'a part of a geo point of another collection',
    {
      schema: [...base.schema, place],
      viewRule: '@collection.posts.place.lat > 0',
    },
    ['posts.viewRule compares all values of @collection.posts.place.lat.'],
  ],
  [
    'values of a view, and the elements of lists of other records, whatever the operator is',
    { listRule: '@collection.totals.posts >= 0 && @collection.posts.labels:each ~ "x"' },
    [
      'posts.listRule compares all values of @collection.totals.posts.',
      'posts.listRule compares all values of @collection.posts.labels:each.',
    ],
  ],
  ['a value of each other record, with another operator', { listRule: '@collection.tags.name > "a"' }, []],
  ['a list rule over its own records', { listRule: `@collection.${base.name}.id = id` }, []],
  ['an invalid rule', { listRule: '@collection.' }, []],
])('%s is reported as it differs between versions', (_, change, expected) => {
  const collections = magazine.map(collection => (collection.id === base.id ? withRule(change) : collection))
  const found = findDialectDifferences(collections, 'v022').filter(({ kind }) => kind === 'rule')
  expect(found.map(({ message }) => message)).toEqual(expected.map(text => expect.stringContaining(text)))
})

test('a field of the requester is reported if it can have several values in one auth collection', () => {
  const users = magazine.find(({ name }) => name === 'users') as Collection
  const tags = base.schema.find(({ name }) => name === 'tags') as Collection['schema'][number]
  const text = { ...tags, type: 'text', options: {} } as Collection['schema'][number]
  const clients = { ...users, id: 'id_clients', name: 'clients', schema: [text] } as Collection
  const members = { ...users, id: 'id_members', name: 'members', schema: [tags] } as Collection
  const posts = withRule({ listRule: '@request.auth.tags.name != "x"' })
  const collections = [posts, clients, members, ...magazine.filter(({ id }) => id !== base.id)]
  expect(findDialectDifferences(collections, 'v022').flatMap(({ kind, path }) => (kind === 'rule' ? path : []))).toEqual([
    'posts.listRule',
  ])
})

test('the manage rule and the auth rule are reported as they differ between versions, and the rule of two factors has one meaning', () => {
  const rule = '@collection.tags.name != "x"'
  const collections = magazine.map(collection =>
    collection.type === 'auth'
      ? {
          ...collection,
          options: {
            ...collection.options,
            manageRule: rule,
            coffer: { authRule: rule, mfa: { enabled: false, duration: 600, rule } },
          },
        }
      : collection,
  )
  expect(findDialectDifferences(collections, 'today').map(({ path }) => path)).toEqual(['users.manageRule', 'users.authRule'])
})

test('a field with several files is reported, and one with a single file is not', () => {
  const file = (name: string, maxSelect: number) => ({
    ...base.schema[0],
    name,
    type: 'file',
    options: { maxSelect, maxSize: 1, mimeTypes: [], thumbs: [], protected: false },
  })
  const collection = withRule({ schema: [file('one', 1), file('many', 5)] as Collection['schema'] })
  expect(findDialectDifferences([collection], 'today')).toEqual([
    {
      collection: base.name,
      path: `${base.name}.many`,
      kind: 'uploads',
      message: expect.stringContaining(`${base.name}.many are added`),
    },
  ])
})
