import { describe, expect, test } from 'vitest'
import { draftFiles } from './browser/draftFiles.ts'
import { describeLeftOut, fileRows, fileValue, restoreFile } from './fileDraft.ts'
import { fileHelp } from './fileHelp.ts'
import { fileKind } from './fileKind.ts'
import { formatBytes } from './formatBytes.ts'
import { viewerOf } from './viewerOf.ts'

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

describe('a formatted size', () => {
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
  ])('with the value %j are %j', (value, items) => {
    expect(draftFiles(value)).toEqual(items)
  })

  test('files keep the shape of the field value', () => {
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
  ])('%j with %s restored are %j', (items, name, restored) => {
    expect(restoreFile(items, ['a', 'b', 'c'], name)).toEqual(restored)
  })

  test.each([
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [[upload], ['a', 'b', upload]],
    [
      ['b', upload],
      ['a', 'b', upload],
    ],
    [
      ['b', 'a'],
      ['b', 'a'],
    ],
    [[], ['a', 'b']],
  ])('%j are shown together with those marked for removal as %j', (items, rows) => {
    expect(fileRows(items, ['a', 'b'])).toEqual(rows)
  })

  test('that did not fit are counted in the message', () => {
    expect(describeLeftOut(1, 3)).toBe('1 file was left out: this field holds at most 3 files.')
    expect(describeLeftOut(2, 1)).toBe('2 files were left out: this field holds one file.')
  })
})

test.each([
  [{ maxFiles: 1, maxSize: 0, mimeTypes: [] }, 'One file. Drop or paste files here, too.'],
  [{ maxFiles: 3, maxSize: 2048, mimeTypes: [] }, 'Up to 3 files, at most 2 KB each. Drop or paste files here, too.'],
  [
    { maxFiles: 1, maxSize: 1, mimeTypes: ['image/png', 'image/gif'] },
    'One file, at most 1 B. Types: image/png, image/gif. Drop or paste files here, too.',
  ],
  [
    { maxFiles: 1, maxSize: 0, mimeTypes: [...'abcdefgh'] },
    'One file. Types: a, b, c, d, e, f and 2 more. Drop or paste files here, too.',
  ],
])('the help of a field with %j is %j', (rules, text) => {
  expect(fileHelp({ ...rules, thumbs: [], protected: false }, true)).toBe(text)
})

test('the help of a full field says how to make room', () => {
  const rules = { maxFiles: 2, maxSize: 0, mimeTypes: [], thumbs: [], protected: false }
  expect(fileHelp(rules, false)).toBe('Up to 2 files. Remove one to make room.')
})

test.each([
  ['a.JPG', 'image'],
  ['a.webm', 'video'],
  ['a.mp3', 'audio'],
  ['a.pdf', 'pdf'],
  ['a.csv', 'text'],
  ['a.svg', 'image'],
  ['a.docx', 'none'],
  ['a.zip', 'none'],
  ['pdf', 'pdf'],
])('%j is shown in the viewer %s', (name, viewer) => {
  expect(viewerOf(name)).toBe(viewer)
})
