import { describe, expect, test } from 'vitest'
import { validateFile } from './browser/validateFile.ts'
import { isContentType } from './isContentType.ts'
import { validateUpload } from './validateUpload.ts'

const png = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'
const bytesOf = (text: string) => new Uint8Array([...text].map(character => character.charCodeAt(0)))
const file = (name: string, content: string, type = '') => new File([bytesOf(content)], name, { type })

describe('a content type', () => {
  test.each([
    ['image/jpeg', 'image/jpeg', true],
    ['image/jpeg', 'image/jpg', true],
    ['text/plain; charset=utf-8', 'text/plain', true],
    ['text/plain', 'TEXT/PLAIN; charset=utf-8', true],
    ['audio/mpeg', 'audio/mp3', true],
    ['image/png', 'image/jpeg', false],
    ['image/vnd.mozilla.apng', 'image/png', false],
    ['application/octet-stream', '', false],
  ])('%s matches %s: %s', (contentType, wanted, expected) => {
    expect(isContentType(contentType, wanted)).toBe(expected)
  })
})

describe('a new file', () => {
  test('a new file can be as large as maxSize allows, but not larger', () => {
    const facts = { name: 'a.txt', contentType: '' }
    expect(validateUpload({ maxSize: 10, mimeTypes: [] }, { ...facts, size: 10 })).toBeUndefined()
    expect(validateUpload({ maxSize: 0, mimeTypes: [] }, { ...facts, size: 1e12 })).toBeUndefined()
    expect(validateUpload({ maxSize: 10, mimeTypes: [] }, { ...facts, size: 11 })).toEqual({
      code: 'validation_file_size_limit',
      message: 'Failed to upload "a.txt" - the maximum allowed file size is 10 bytes.',
    })
  })

  test('a rejected file has its stored name in the message about its type, and its own name in the explanation', () => {
    const facts = { name: 'a b.txt', storedName: 'a_b_x1.txt', size: 1, contentType: 'text/plain' }
    expect(validateUpload({ maxSize: 0, mimeTypes: ['image/png', 'image/gif'] }, facts)).toEqual({
      code: 'validation_invalid_mime_type',
      message: '"a_b_x1.txt" mime type must be one of: image/png, image/gif.',
      explanation: '"a b.txt" mime type must be one of: image/png, image/gif.',
    })
  })
})

describe('a file checked by the browser', () => {
  const images = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
  test.each([
    ['a picture', file('a.png', png, 'image/png'), images, true],
    ['a picture under another name', file('a.txt', png, 'text/plain'), ['image/png'], true],
    ['a picture of another kind', file('a.png', png, 'image/png'), ['image/gif'], false],
    ['a text that is called a picture', file('a.png', 'text', 'image/png'), images, false],
    ['a text that is called a picture, where texts are allowed', file('a.png', 'text', 'image/png'), ['text/plain'], true],
    ['a text among pictures', file('a.txt', 'text', 'text/plain'), images, false],
    ['a text without a type among pictures', file('README', 'text'), images, false],
    ['an empty file among pictures', file('a.txt', '', 'text/plain'), images, false],
    ['a table as some systems name it', file('a.csv', 'a,b\n1,2', 'application/vnd.ms-excel'), ['text/csv'], true],
    ['a text of another kind', file('a.md', '# a', 'text/markdown'), ['application/json'], false],
    ['a text of that kind under another name', file('a.md', '{"a":1}', 'text/markdown'), ['application/json'], true],
    ['a drawing, which is a text too', file('a.svg', '<svg></svg>', 'image/svg+xml'), ['image/svg+xml'], true],
    ['a text where drawings are allowed', file('a.txt', 'text', 'text/plain'), [...images, 'image/svg+xml'], false],
    ['bytes that nobody has named, among pictures', file('a.bin', '\0\x01'), images, false],
    ['bytes that nobody has named, which the server tells', file('a.bin', '\0\x01'), ['application/zip'], true],
    ['bytes that are called a picture', file('a.png', '\0\x01', 'image/png'), images, false],
    ['a film', file('a.mp4', '\0\0\0 ftypisom', 'video/mp4'), ['video/mp4'], true],
    ['a film among pictures', file('a.mp4', '\0\0\0 ftypisom', 'video/mp4'), images, false],
    ['anything where nothing is forbidden', file('a.exe', 'MZ\0', 'application/x-msdownload'), [], true],
  ])('is accepted or rejected: %s', async (_, given, mimeTypes, passes) => {
    const issue = await validateFile({ maxSize: 0, mimeTypes }, given)
    expect(issue?.code).toBe(passes ? undefined : 'validation_invalid_mime_type')
  })

  test('a file that is too large is rejected before any of its content is read', async () => {
    const issue = await validateFile({ maxSize: 3, mimeTypes: images }, file('a.png', png, 'image/png'))
    expect(issue?.code).toBe('validation_file_size_limit')
  })
})
