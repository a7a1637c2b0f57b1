import { expect, test } from 'vitest'
import type { Collection } from '../collections/Collection.ts'
import { posts as base } from '../completion/exampleMagazine.ts'
import { findDialectDifferences } from './dialectDifferences.ts'

const withRule = (change: Partial<Collection>): Collection =>
  ({
    ...base,
    schema: [],
    listRule: null,
    viewRule: null,
    createRule: null,
    updateRule: null,
    deleteRule: null,
    ...change,
  }) as Collection

test.each([
  [
    'an excluding comparison',
    { listRule: '@request.auth.id != "" && @collection.bans.user != @request.auth.id' },
    [`${base.name}.listRule excludes`],
  ],
  ['an excluding comparison on the right', { viewRule: '"x" !~ @collection.bans:b.user' }, [`${base.name}.viewRule excludes`]],
  ['a comparison with any record', { listRule: '@collection.bans.user ?!= @request.auth.id' }, []],
  ['a comparison that includes', { listRule: '@collection.teams.user = @request.auth.id' }, []],
  [
    'a create rule over its own records',
    { createRule: `@collection.${base.name}:me.id != id` },
    [`${base.name}.createRule excludes`, `${base.name}.createRule reads its own`],
  ],
  ['a list rule over its own records', { listRule: `@collection.${base.name}.id = id` }, []],
  ['an invalid rule', { listRule: '@collection.' }, []],
])('%s is reported as it differs between versions', (_, change, expected) => {
  expect(findDialectDifferences([withRule(change)], 'v022').map(({ message }) => message)).toEqual(
    expected.map(text => expect.stringContaining(text)),
  )
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
