import type { Collection } from '@coffer/schema'
import { describe, expect, it } from 'vitest'
import { groupCollections } from './groupCollections.ts'

const named = (...names: string[]) => names.map(name => ({ id: `id_${name}`, name }) as Collection)

describe('groupCollections', () => {
  it.each([
    ['', ['posts', 'PostTags', 'users']],
    ['post', ['posts', 'PostTags']],
    [' POST tags ', ['PostTags']],
    ['id_users', ['users']],
    ['id_use', []],
    ['nothing', []],
  ])('the search %j finds the collections %j', (search, names) => {
    const { others } = groupCollections(named('posts', 'PostTags', 'users'), search, [])
    expect(others.map(({ name }) => name)).toEqual(names)
  })

  it('separates pinned collections and ignores pins of deleted ones', () => {
    const { pinned, others } = groupCollections(named('a', 'b', 'c'), '', ['id_c', 'id_gone'])
    expect([pinned.map(({ name }) => name), others.map(({ name }) => name)]).toEqual([['c'], ['a', 'b']])
  })

  it.each([
    [20, false],
    [21, true],
  ])('the list of %i collections is compact: %s', (count, isCompact) => {
    const collections = named(...Array.from({ length: count }, (_, index) => `c${index}`))
    expect(groupCollections(collections, '', []).isCompact).toBe(isCompact)
  })
})
