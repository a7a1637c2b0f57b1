import { describe, expect, it } from 'vitest'
import { packFiles } from './KeptFile.ts'
import { restoreFiles } from './restoreFiles.ts'
import { withinBytes } from './withinBytes.ts'

const photo = new File(['photo'], 'photo.png')
const paper = new File(['paper'], 'paper.pdf')

/** What comes back of a field's files, and the names of those that are lost, when only some of the new ones are left. */
function comeBack(value: unknown, base: unknown, stored: unknown, left: File[]) {
  const kept = JSON.parse(JSON.stringify({ files: { value: packFiles(value), base } }))
  const { values, lost } = restoreFiles(kept, { files: stored }, ({ name }) => left.find(file => file.name === name))
  return { files: values.files, lost: lost.map(({ name }) => name) }
}

describe('files of a draft', () => {
  it.each<[string, unknown, unknown, unknown, File[], unknown]>([
    ['in their order', ['b', photo, 'a', paper], ['a', 'b'], ['a', 'b'], [photo, paper], ['b', photo, 'a', paper]],
    ['where there is one', photo, 'old', 'old', [photo], photo],
    ['without the stored ones that were removed', ['b'], ['a', 'b'], ['a', 'b'], [], ['b']],
    ['with those that someone else added', ['b', photo], ['a', 'b'], ['a', 'b', 'c'], [photo], ['b', 'c', photo]],
    ['without those that someone else removed', ['a', 'b', photo], ['a', 'b'], ['b'], [photo], ['b', photo]],
    ['in a field that holds one by now', [photo], [], '', [photo], photo],
    ['in a field that holds several by now', photo, 'old', ['old'], [photo], [photo]],
    ['removed altogether', '', 'old', 'old', [], ''],
  ])('come back %s', (_, value, base, stored, left, files) => {
    expect(comeBack(value, base, stored, left)).toEqual({ files, lost: [] })
  })

  it('come back without those that are lost', () => {
    expect(comeBack(['a', photo, paper], ['a'], ['a'], [paper])).toEqual({ files: ['a', paper], lost: ['photo.png'] })
  })

  it.each([
    [photo, 'old', 'old'],
    [
      ['b', photo, paper],
      ['a', 'b'],
      ['a', 'b'],
    ],
  ])('leave the field as it is stored when all new ones are lost', (value, base, stored) => {
    expect(comeBack(value, base, stored, []).files).toBeUndefined()
  })

  it('are packed under the same id each time', () => {
    expect(packFiles([photo, 'a', paper])).toEqual([packFiles(photo), 'a', packFiles(paper)])
    expect(packFiles(photo)).not.toEqual(packFiles(paper))
  })
})

it.each([
  [[3, 4, 5], 12, [3, 4, 5]],
  [[3, 4, 5], 11, [3, 4]],
  [[30, 4, 5, 0], 9, [4, 5, 0]],
  [[1], 0, []],
])('of files of %o bytes in %i fit %o', (sizes, room, fitting) => {
  const files = sizes.map(size => ({ size }))
  expect(withinBytes(files, room).map(({ size }) => size)).toEqual(fitting)
})
