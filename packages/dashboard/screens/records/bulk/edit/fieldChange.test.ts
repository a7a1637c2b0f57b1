import { expect, it } from 'vitest'
import { exampleField } from '../../../../testing/exampleCollections.ts'
import { changeText } from './changeText.ts'
import { changeBody, changeIssues, type FieldChange, startChange } from './fieldChange.ts'

const fields = {
  title: exampleField('title', 'text', { options: { min: 3, max: null, pattern: '' } }),
  name: exampleField('name', 'text', { required: true }),
  views: exampleField('views', 'number', { options: { min: 10, noDecimal: true } }),
  isOpen: exampleField('isOpen', 'bool'),
  tags: exampleField('tags', 'select', { options: { maxSelect: 2, values: ['a', 'b', 'c'] } }),
  editors: exampleField('editors', 'relation', { options: { maxSelect: null } }),
  body: exampleField('body', 'editor'),
  meta: exampleField('meta', 'json'),
  cover: exampleField('cover', 'file', { options: { maxSelect: 1 } }),
  photos: exampleField('photos', 'file', { options: { maxSelect: 3 } }),
}
const change = (name: keyof typeof fields, operation: FieldChange['operation'], value?: unknown): FieldChange => ({
  field: fields[name],
  operation,
  value,
})

it('startChange starts with an empty value, since each record has a different one', () => {
  const begun = Object.values(fields).map(field => startChange(field))
  expect(begun.map(({ operation, value }) => [operation, value])).toEqual([
    ['set', ''],
    ['set', ''],
    ['set', null],
    ['set', false],
    ['set', []],
    ['set', []],
    ['set', ''],
    ['set', null],
    ['clear', ''],
    ['clear', []],
  ])
})

it('changeBody contains only the chosen fields, with + or - in the key for modifiers', () => {
  const changes = [
    change('title', 'clear'),
    change('views', '+', -5),
    change('tags', '-', ['a']),
    change('isOpen', 'set', false),
    change('editors', 'clear'),
    change('meta', 'set', '12'),
    change('photos', 'clear'),
  ]
  expect(changeBody(changes)).toEqual({
    title: '',
    'views+': -5,
    'tags-': ['a'],
    isOpen: false,
    editors: [],
    meta: '"12"',
    photos: [],
  })
})

it.each([
  [change('title', 'set', 'One'), undefined],
  [change('title', 'set', 'On'), 'Must be at least 3 character(s).'],
  [change('title', 'set', ''), 'Missing value. To empty the field, choose "Clear".'],
  [change('title', 'clear', 'On'), undefined],
  [change('name', 'set', ''), 'Missing value.'],
  [change('views', 'set', null), 'Missing value.'],
  [change('views', 'set', 5), 'Must be larger than 10.000000.'],
  [change('views', '+', 5), undefined],
  [change('views', '+', 0), 'Must not be 0.'],
  [change('views', '+', 0.5), 'Decimal numbers are not allowed.'],
  [change('isOpen', 'set', false), undefined],
  [change('tags', '+', []), 'Missing value.'],
  [change('tags', '+', ['a', 'b', 'c']), 'Select no more than 2.'],
  [change('tags', '-', ['a', 'b', 'c']), undefined],
])('changeIssues validates %o: %s', (one, issue) => {
  expect(changeIssues([one])).toEqual(issue === undefined ? {} : { [one.field.name]: issue })
})

it.each([
  [change('title', 'set', 'One'), 'Set "title" to "One"'],
  [change('title', 'set', 'x'.repeat(80)), `Set "title" to "${'x'.repeat(60)}…"`],
  [change('title', 'clear'), 'Clear "title"'],
  [change('views', '+', 5), 'Add 5 to "views"'],
  [change('isOpen', 'set', false), 'Set "isOpen" to false'],
  [change('tags', '-', ['a', 'b']), 'Remove "a", "b" from "tags"'],
  [change('editors', '+', ['1', '2', '3', '4', '5', '6', '7']), 'Add "#1", "#2", "#3", "#4", "#5" and 2 more to "editors"'],
  [change('body', 'set', '<p>One <b>two</b></p>'), 'Set "body" to "One two"'],
  [change('meta', 'set', { a: [1] }), 'Set "meta" to {"a":[1]}'],
  [change('cover', 'clear'), 'Delete the files in "cover"'],
])('changeText describes %o as %s', (one, text) => {
  expect(changeText(one, one.field === fields.editors ? id => `#${id}` : undefined)).toBe(text)
})
