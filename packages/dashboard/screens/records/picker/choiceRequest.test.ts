import { expect, it } from 'vitest'
import { exampleBase, exampleCollections, exampleField, exampleView } from '../../../testing/exampleCollections.ts'
import { choiceRequest, lookupRequest } from './choiceRequest.ts'

const notes = exampleBase('notes', [
  exampleField('title', 'text', { presentable: true }),
  exampleField('body', 'editor'),
  exampleField('extra', 'json'),
])
const view = exampleView('recent', 'select id, title from notes', [exampleField('title', 'text')])

it('choiceRequest sorts the newest first and requests excerpts of rich text and no json fields', () => {
  expect(choiceRequest(notes, exampleCollections, '')).toEqual({
    collectionId: 'id_notes',
    filter: '',
    sort: '-created',
    expand: '',
    fields: 'id,collectionId,collectionName,title,body:excerpt(200),created,updated',
  })
})

it('choiceRequest searches like the records page and does not sort collections without dates', () => {
  expect(choiceRequest(notes, [], 'tea').filter).toBe(
    'id~"tea"||title~"tea"||body~"tea"||extra~"tea"||created~"tea"||updated~"tea"',
  )
  expect(choiceRequest(notes, [], 'title = "tea"').filter).toBe('title = "tea"')
  expect(choiceRequest(view, [], '').sort).toBe('')
})

it('lookupRequest requests only the label fields if all fields would not fit in a query string', () => {
  expect(lookupRequest(notes, [])).toEqual({
    collectionId: 'id_notes',
    expand: '',
    fields: 'id,collectionId,collectionName,title,body:excerpt(200),created,updated',
  })
  const wide = exampleBase('wide', [
    exampleField('title', 'text', { presentable: true }),
    ...Array.from({ length: 150 }, (_, index) => exampleField(`measured_value_${index}`, 'number')),
  ])
  expect(lookupRequest(wide, []).fields).toBe('id,collectionId,collectionName,title')
})
