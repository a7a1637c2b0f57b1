import { describe, expect, it } from 'vitest'
import { effectiveSort, formatSort, parseSort, toggleSort } from './sort.ts'

describe('parseSort', () => {
  it.each([
    ['', []],
    [' , ,', []],
    ['title', [{ name: 'title', descending: false }]],
    ['+title', [{ name: 'title', descending: false }]],
    [' title', [{ name: 'title', descending: false }]],
    [
      '-created, title',
      [
        { name: 'created', descending: true },
        { name: 'title', descending: false },
      ],
    ],
  ])('parseSort parses %j', (text, keys) => {
    expect(parseSort(text)).toEqual(keys)
  })
})

describe('effectiveSort', () => {
  it.each([
    ['title', ['title', 'created'], 'title'],
    ['-views,title', ['title', 'views', 'created'], '-views,title'],
    [undefined, ['title', 'created'], '-created'],
    ['', ['title', 'created'], '-created'],
    ['gone', ['title', 'created'], '-created'],
    ['title,gone', ['title', 'created'], '-created'],
    ['gone', ['title'], ''],
    [undefined, ['title'], ''],
  ])('effectiveSort of %j with the sortable columns %j is %j', (text, sortable, expected) => {
    expect(formatSort(effectiveSort(text, sortable))).toBe(expected)
  })
})

describe('toggleSort', () => {
  it.each([
    ['-created', 'title', '-title'],
    ['-title', 'title', 'title'],
    ['title', 'title', '-title'],
    ['-views,title', 'title', '-title'],
    ['', 'title', '-title'],
  ])('toggleSort of %j by the column %j is %j', (text, name, expected) => {
    expect(formatSort(toggleSort(parseSort(text), name))).toBe(expected)
  })
})
