import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSearch, readCollectionsSearch, readLoginSearch, splitAddress, stringifySearch } from './addressSearch.ts'

describe('addressSearch', () => {
  it.each([
    [{}, ''],
    [{ filter: '' }, ''],
    [{ filter: undefined, sort: '-created' }, '?sort=-created'],
    [{ filter: '1' }, '?filter=1'],
    [{ filter: 'a # b & c = "d"' }, '?filter=a+%23+b+%26+c+%3D+%22d%22'],
  ])('stringifySearch converts %j to %j', (search, text) => {
    expect(stringifySearch(search)).toBe(text)
  })

  it('parseSearch parses what stringifySearch wrote', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(fc.record({ filter: text, sort: text, recordId: text }), search => {
        expect(parseSearch(stringifySearch(search))).toEqual(search)
      }),
    )
  })

  it.each([
    ['', '', {}],
    ['/collections', '/collections', {}],
    ['/collections?filter=tags ?= "x"&sort=id', '/collections', { filter: 'tags ?= "x"', sort: 'id' }],
  ])('splitAddress splits %j into path and search parameters', (address, path, search) => {
    expect(splitAddress(address)).toEqual({ path, search })
  })

  it('ignores unknown parameters and values that are not strings', () => {
    expect(readCollectionsSearch({ collectionId: 'c', filter: '', sort: 5, recordId: 'r', evil: 'x' })).toEqual({
      collectionId: 'c',
      recordId: 'r',
    })
    expect(readLoginSearch({ demoEmail: 'a@b.example', demoPassword: null })).toEqual({ demoEmail: 'a@b.example' })
  })
})
