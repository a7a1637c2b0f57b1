import { describe, expect, test } from 'vitest'
import { fileItems, fileValue, restoreFile } from './fileDraft.ts'
import { fileKind } from './fileKind.ts'
import { formatBytes } from './formatBytes.ts'

const upload = new File(['x'], 'new.txt')

describe('the kind of a file', () => {
  test.each([
    ['photo_a1.JPG', 'image'],
    ['a.svg', 'image'],
    ['clip.webm', 'video'],
    ['song.flac', 'audio'],
    ['paper.pdf', 'document'],
    ['backup.tar.gz', 'other'],
    ['noextension', 'other'],
    ['png', 'image'],
    ['', 'other'],
    ['a.constructor', 'other'],
  ])('%j is %s', (name, kind) => {
    expect(fileKind(name)).toBe(kind)
  })
})

describe('a size', () => {
  test.each([
    [0, '0 B'],
    [1, '1 B'],
    [1023, '1023 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [262_144, '256 KB'],
    [5_242_880, '5 MB'],
    [1e15, '909 TB'],
    [1e20, '90949470 TB'],
  ])('of %d bytes is %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })
})

describe('the files of a draft', () => {
  test.each([
    ['', []],
    [null, []],
    ['a.png', ['a.png']],
    [
      ['a.png', '', upload, 5],
      ['a.png', upload],
    ],
    [upload, [upload]],
  ])('%j are %j', (value, items) => {
    expect(fileItems(value)).toEqual(items)
  })

  test('keep the shape of the field', () => {
    expect(fileValue(['a', upload], true)).toEqual(['a', upload])
    expect(fileValue([upload], false)).toBe(upload)
    expect(fileValue([], false)).toBe('')
    expect(fileValue([], true)).toEqual([])
  })

  test.each([
    [['b', 'c'], 'a', ['a', 'b', 'c']],
    [['a', 'c'], 'b', ['a', 'b', 'c']],
    [['a', 'b'], 'c', ['a', 'b', 'c']],
    [[], 'b', ['b']],
    [['a', upload], 'c', ['a', 'c', upload]],
  ])('%j take %s back as %j', (items, name, restored) => {
    expect(restoreFile(items, ['a', 'b', 'c'], name)).toEqual(restored)
  })
})
