import { expect, it } from 'vitest'
import { exampleBase, exampleField, exampleView } from '../../../testing/exampleCollections.ts'
import { imageCollections, imageFields, imageSizes } from './imageFields.ts'
import { imageRequest } from './imageRequest.ts'
import { imagesOf } from './imagesOf.ts'

const files = (name: string, options: object = {}) =>
  exampleField(name, 'file', {
    options: { mimeTypes: [], thumbs: [], maxSelect: 1, maxSize: 1000, protected: false, ...options },
  })

const media = exampleBase('media', [
  exampleField('title', 'text', { presentable: true }),
  files('any', { maxSelect: 3, thumbs: ['100x100', '50x0'] }),
  files('papers', { mimeTypes: ['application/pdf'] }),
  files('pictures', { mimeTypes: ['application/pdf', 'image/png'] }),
  files('secret', { protected: true }),
])

it('imageFields are the public file fields that allow images, and imageCollections leave out views', () => {
  expect(imageFields(media).map(({ name }) => name)).toEqual(['any', 'pictures'])
  const none = exampleBase('none', [exampleField('title', 'text'), files('secret', { protected: true })])
  const view = exampleView('view', 'select id, any from media', [files('any')])
  expect(imageCollections([none, media, view])).toEqual([media])
})

it('M10.9–10: imageRequest filters for records with a file and requests excerpts of text fields', () => {
  expect(imageRequest(media, '')).toMatchObject({
    filter: '(any:length>0||pictures:length>0)',
    sort: '-created',
    fields: 'id,collectionId,collectionName,any,pictures,title:excerpt(100)',
  })
  expect(imageRequest(media, 'title = "a" || id = "b"').filter).toBe(
    '(title = "a" || id = "b")&&(any:length>0||pictures:length>0)',
  )
})

it('imageSizes are the original, 100x100 and the thumb sizes of the field', () => {
  expect(imageSizes(imageFields(media)[0]).map(({ label }) => label)).toEqual(['Original size', '100x100 thumb', '50x0 thumb'])
})

it('imagesOf returns only the image files of the given fields', () => {
  const record = {
    id: 'r',
    collectionId: 'c',
    collectionName: 'media',
    any: ['a.png', 'b.txt', 'c.JPG'],
    pictures: 'd.svg',
    secret: 'e.png',
  }
  expect(imagesOf([record], imageFields(media)).map(({ name }) => name)).toEqual(['a.png', 'c.JPG', 'd.svg'])
})
