import { describe, expect, test } from 'vitest'
import type { RecordJson } from '../RecordJson.ts'
import { addToLookup, findSavableIds, type Lookup } from './lookup.ts'
import { recordSummary } from './recordSummary.ts'
import { relatedRecords } from './relatedRecords.ts'

const record = (id: string, rest: Partial<RecordJson> = {}): RecordJson => ({
  id,
  collectionId: 'c',
  collectionName: 'tags',
  ...rest,
})

const found = (...ids: string[]) => ids.map(id => record(id))

describe('ids that were loaded', () => {
  const nothing: Lookup<RecordJson> = { known: new Map(), missing: new Set() }

  test('loaded ids are known or missing, and records that arrive later are no longer missing', () => {
    const first = addToLookup(nothing, ['a', 'b', 'c'], found('c', 'a'))
    expect([...first.known.keys()].sort()).toEqual(['a', 'c'])
    expect([...first.missing]).toEqual(['b'])
    const later = addToLookup(first, ['d'], found('b', 'x'))
    expect([...later.missing]).toEqual(['d'])
    expect(later.known.get('b')).toEqual(record('b'))
  })

  test.each([
    [['a', 'b', 'c'], [], Infinity, ['a', 'b', 'c'], [], 0],
    [['a', 'b', 'c'], ['b'], Infinity, ['a', 'c'], ['b'], 0],
    [['a', 'b', 'c'], [], 2, ['b', 'c'], [], 1],
    [['a', 'b', 'c', 'd'], ['d'], 2, ['b', 'c'], ['d'], 1],
    [['a'], ['a'], 1, [], ['a'], 0],
    [['a', 'b'], ['x'], 1, ['b'], [], 1],
    [[], [], 1, [], [], 0],
  ])('%j without the missing %j, at most %d, leave %j', (ids, gone, limit, kept, missing, surplus) => {
    expect(findSavableIds(ids, { missing: new Set(gone) }, limit)).toEqual({ ids: kept, missing, surplus })
  })
})

describe('related records', () => {
  test('related records are found by id, one or several', () => {
    const one = record('a')
    expect([...relatedRecords(record('x', { expand: { tag: one } }), 'tag').keys()]).toEqual(['a'])
    expect([...relatedRecords(record('x', { expand: { tags: [one, record('b')] } }), 'tags').keys()]).toEqual(['a', 'b'])
    expect(relatedRecords(record('x', { expand: {} }), 'tag').size).toBe(0)
    expect(relatedRecords(undefined, 'tag').size).toBe(0)
  })

  test('related records are summarized in at most 800 characters, and each text in 150', () => {
    const summary = recordSummary(record('a', { title: 'x'.repeat(200), body: 'y'.repeat(5000) }))
    expect(summary).toContain(`"title": "${'x'.repeat(150)}…"`)
    const all = recordSummary(
      record('a', Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`field${at}`, 'x'.repeat(100)]))),
    )
    expect(all).toHaveLength(801)
  })
})
