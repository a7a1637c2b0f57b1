import { describe, expect, it } from 'vitest'
import { packFiles } from './filePlaceholders.ts'
import { restoreFiles } from './restoreFiles.ts'
import { withinBytes } from './withinBytes.ts'

const photo = new File(['photo'], 'photo.png')
const paper = new File(['paper'], 'paper.pdf')

/** Restores the files of a field when only the new files in `left` still exist. Returns the files and the names of the lost ones. */
function restore(value: unknown, base: unknown, stored: unknown, left: File[]) {
  const packed = JSON.parse(JSON.stringify({ files: { value: packFiles(value), base } }))
  const { values, lost } = restoreFiles(packed, { files: stored }, ({ name }) => left.find(file => file.name === name))
  return { files: values.files, lost: lost.map(({ name }) => name) }
}

describe('restoreFiles', () => {
  it.each<[string, unknown, unknown, unknown, File[], unknown]>([
    ['the order of the files', ['b', photo, 'a', paper], ['a', 'b'], ['a', 'b'], [photo, paper], ['b', photo, 'a', paper]],
    ['a single file', photo, 'old', 'old', [photo], photo],
    ['the removal of a stored file', ['b'], ['a', 'b'], ['a', 'b'], [], ['b']],
    ['new files beside a file that someone else added', ['b', photo], ['a', 'b'], ['a', 'b', 'c'], [photo], ['b', 'c', photo]],
    ['new files without a file that someone else removed', ['a', 'b', photo], ['a', 'b'], ['b'], [photo], ['b', photo]],
    ['a list of files in a field that is single by now', [photo], [], '', [photo], photo],
    ['a single file in a field that is multiple by now', photo, 'old', ['old'], [photo], [photo]],
    ['the removal of the only file', '', 'old', 'old', [], ''],
  ])('restores %s', (_, value, base, stored, left, files) => {
    expect(restore(value, base, stored, left)).toEqual({ files, lost: [] })
  })

  it('leaves out and reports lost files', () => {
    expect(restore(['a', photo, paper], ['a'], ['a'], [paper])).toEqual({ files: ['a', paper], lost: ['photo.png'] })
  })

  it.each([
    [photo, 'old', 'old'],
    [
      ['b', photo, paper],
      ['a', 'b'],
      ['a', 'b'],
    ],
  ])('leaves the field unchanged if all new files are lost', (value, base, stored) => {
    expect(restore(value, base, stored, []).files).toBeUndefined()
  })

  it('packFiles gives the same file the same id each time', () => {
    expect(packFiles([photo, 'a', paper])).toEqual([packFiles(photo), 'a', packFiles(paper)])
    expect(packFiles(photo)).not.toEqual(packFiles(paper))
  })
})

it.each([
  [[3, 4, 5], 12, [3, 4, 5]],
  [[3, 4, 5], 11, [3, 4]],
  [[30, 4, 5, 0], 9, [4, 5, 0]],
  [[1], 0, []],
])('withinBytes of files with %o bytes and a limit of %i are %o', (sizes, room, fitting) => {
  const files = sizes.map(size => ({ size }))
  expect(withinBytes(files, room).map(({ size }) => size)).toEqual(fitting)
})
