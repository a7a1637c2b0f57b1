import type { Field } from '@coffer/fields'
import { expect, test } from 'vitest'
import type { Collection } from '../collections/Collection.ts'
import { findLostNames, findRemovedFields } from './findLostNames.ts'

const field = (name: string, type = 'bool', options = {}): Field =>
  ({ id: `id_${name}`, name, type, options, system: false, required: false, presentable: false, unique: false }) as Field

const to = (collectionId: string) => ({ collectionId, cascadeDelete: false, minSelect: null, maxSelect: 1 })

const collection = (name: string, schema: Field[], rest: object = {}): Collection =>
  ({ id: `id_${name}`, name, type: 'base', schema, listRule: null, viewRule: null, options: {}, ...rest }) as Collection

const auth = (name: string, schema: Field[], manageRule: string | null = null): Collection =>
  collection(name, schema, { type: 'auth', options: { manageRule } })

const users = (...names: string[]) =>
  auth('users', [...names.map(name => field(name)), field('meta', 'json'), field('team', 'relation', to('id_teams'))])
const teams = (...names: string[]) =>
  collection(
    'teams',
    names.map(name => field(name)),
  )
const posts = (listRule: string, schema: Field[] = []) => collection('posts', schema, { listRule })

test('a name behind @request.auth is lost when its field is removed or renamed, in rules of all collections', () => {
  const manager = auth('managers', [field('banned')], '@request.auth.banned = false')
  const rule = '@request.auth.id != "" && @request.auth.banned != true'
  const before = [posts(rule), users('banned', 'rank'), manager]
  expect(findLostNames(before, [posts(rule), users('blocked', 'rank'), manager])).toEqual([
    { collectionId: 'id_posts', collection: 'posts', action: 'list', rule, name: '@request.auth.banned', canHold: true },
    {
      collectionId: 'id_managers',
      collection: 'managers',
      action: 'manage',
      rule: '@request.auth.banned = false',
      name: '@request.auth.banned',
      canHold: false,
    },
  ])
  expect(findLostNames(before, before)).toEqual([])
})

test('a change removes the fields that it deletes or renames, and all fields of a collection that it deletes', () => {
  const before = [posts('', [field('title')]), users('banned', 'rank'), teams('locked')]
  const after = [posts('', [field('title'), field('text')]), users('blocked', 'rank')]
  expect(findRemovedFields(before, after)).toEqual({ id_users: ['banned'], id_teams: null })
  expect(findRemovedFields(before, before)).toEqual({})
})

test('a name is lost when a record on its path loses the field, the relation or the collection', () => {
  const rule = '@request.auth.team.locked != true && @request.data.team.locked != true && @request.auth.posts_via_author.id != ""'
  const own = [field('team', 'relation', to('id_teams')), field('author', 'relation', to('id_users'))]
  const before = [posts(rule, own), users(), teams('locked')]
  const lostBy = (after: Collection[]) => findLostNames(before, after).map(({ name }) => name)
  expect(lostBy([posts(rule, own), users(), teams()])).toEqual(['@request.data.team.locked', '@request.auth.team.locked'])
  expect(lostBy([posts(rule, own), auth('users', []), teams('locked')])).toEqual(['@request.auth.team.locked'])
  expect(lostBy([posts(rule, []), users(), teams('locked')])).toEqual([
    '@request.data.team.locked',
    '@request.auth.posts_via_author.id',
  ])
})

test('system fields, values in JSON, sent values and names that never led to a field are not lost', () => {
  const names = [
    'auth.verified',
    'auth.collectionName',
    'auth.meta.a.b',
    'data.anything',
    'body.deep.value',
    'auth.typo',
    'query.x',
  ]
  const rule = names.map(name => `@request.${name} != "x"`).join(' && ')
  expect(findLostNames([posts(rule), users('a')], [posts(rule), users()])).toEqual([])
})

test.each([
  ['@request.auth.a != "x"', true],
  ['@request.auth.a != ""', false],
  ['@request.auth.a !~ "x"', true],
  ['@request.auth.a = "x"', false],
  ['@request.auth.a = false', false],
  ['@request.auth.a = ""', true],
  ['null ?= @request.auth.a', true],
  ['@request.auth.a = owner', true],
  ['@request.auth.a ~ "x"', false],
  ['@request.auth.a > 5', false],
  ['@request.auth.a < @now', false],
  ['@request.auth.a = "x" || @request.auth.a = ""', true],
])('null in %s can allow more: %s', (rule, canHold) => {
  const lost = findLostNames([posts(rule), users('a')], [posts(rule), users()])
  expect(lost).toMatchObject([{ name: '@request.auth.a', canHold }])
})
