import { describe, expect, test } from 'vitest'
import type { RecordJson } from '../viewContract.ts'
import { addIds, idsInText } from './idsInText.ts'
import { recordSummary } from './recordSummary.ts'
import { relatedRecords } from './relatedRecords.ts'

const record = (id: string, rest: Partial<RecordJson> = {}): RecordJson => ({
  id,
  collectionId: 'c',
  collectionName: 'tags',
  ...rest,
})

describe('typed ids', () => {
  test.each([
    ['', []],
    [' , \n', []],
    ['a', ['a']],
    ['a, b\nc;d\te', ['a', 'b', 'c', 'd', 'e']],
  ])('of %j are %j', (text, ids) => {
    expect(idsInText(text)).toEqual(ids)
  })

  test.each([
    [['a'], ['b'], 9, ['a', 'b']],
    [['a', 'b'], ['a'], 9, ['a', 'b']],
    [['a', 'b'], ['c'], 2, ['b', 'c']],
    [['a'], ['b', 'c'], 1, ['c']],
    [['a'], ['b'], Infinity, ['a', 'b']],
    [[], [], 1, []],
  ])('%j and %j, at most %d, make %j', (ids, added, limit, all) => {
    expect(addIds(ids, added, limit)).toEqual(all)
  })
})

describe('related records', () => {
  test('are found by id, one or several', () => {
    const one = record('a')
    expect([...relatedRecords(record('x', { expand: { tag: one } }), 'tag').keys()]).toEqual(['a'])
    expect([...relatedRecords(record('x', { expand: { tags: [one, record('b')] } }), 'tags').keys()]).toEqual(['a', 'b'])
    expect(relatedRecords(record('x', { expand: {} }), 'tag').size).toBe(0)
    expect(relatedRecords(undefined, 'tag').size).toBe(0)
  })

  test('are summed up in at most 800 characters, their texts in 150', () => {
    const summary = recordSummary(record('a', { title: 'x'.repeat(200), body: 'y'.repeat(5000) }))
    expect(summary).toContain(`"title": "${'x'.repeat(150)}…"`)
    const all = recordSummary(
      record('a', Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`field${at}`, 'x'.repeat(100)]))),
    )
    expect(all).toHaveLength(801)
  })
})
