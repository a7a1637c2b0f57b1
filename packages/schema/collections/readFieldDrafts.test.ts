import { expect, test } from 'vitest'
import { MalformedCollection, readFieldDrafts } from './readFieldDrafts.ts'

const read = (sent: unknown) => readFieldDrafts(sent, () => 'new_id00')

test('missing properties of a field get their defaults', () => {
  expect(read([{ name: 'a', type: 'text' }])).toEqual([
    {
      system: false,
      id: 'new_id00',
      name: 'a',
      type: 'text',
      required: false,
      presentable: false,
      unique: false,
      options: { min: null, max: null, pattern: '' },
    },
  ])
  expect(Object.keys(read([{ options: null, type: 'text' }])[0] ?? {})).toEqual([
    'system',
    'id',
    'name',
    'type',
    'required',
    'presentable',
    'unique',
    'options',
  ])
})

test('keys match ignoring case, and unknown keys are dropped', () => {
  const sent = { NAME: 'a', Type: 'number', REQUIRED: true, colour: 'red', Options: { MIN: 3, nodecimal: true, step: 1 } }
  expect(read([sent])).toMatchObject([{ name: 'a', required: true, options: { min: 3, max: null, noDecimal: true } }])
  expect(Object.keys(read([sent])[0]?.options ?? {})).toEqual(['min', 'max', 'noDecimal'])
})

test('the last field with an id replaces earlier ones at their position', () => {
  const sent = [
    { id: 'the_first', name: 'a', type: 'text' },
    { id: 'another', name: 'b', type: 'text' },
    { id: 'the_first', name: 'c', type: 'bool' },
  ]
  expect(read(sent).map(({ name }) => name)).toEqual(['c', 'b'])
})

test.each([{ sent: null }, { sent: undefined }, { sent: [] }])('$sent is an empty list of fields', ({ sent }) => {
  expect(read(sent)).toEqual([])
})

test('null properties get their defaults', () => {
  const nulls = { system: null, id: null, name: null, required: null, presentable: null, unique: null, options: null }
  expect(read([{ ...nulls, type: 'bool' }])).toEqual(read([{ type: 'bool' }]))
})

test.each(
  [
    {},
    'text',
    5,
    true,
    ['a'],
    [null],
    [[]],
    [{ name: 'a' }],
    [{ name: 'a', type: null }],
    [{ name: 'a', type: '' }],
    [{ name: 'a', type: 'colour' }],
    [{ name: 'a', type: 'constructor' }],
    [{ name: 1, type: 'text' }],
    [{ id: 1, type: 'text' }],
    [{ type: 'text', required: 'yes' }],
    [{ type: 'text', options: [] }],
    [{ type: 'text', options: 'x' }],
    [{ type: 'text', options: { min: '1' } }],
    [{ type: 'text', options: { min: 1.5 } }],
    [{ type: 'number', options: { min: '1' } }],
    [{ type: 'select', options: { values: 'x' } }],
    [{ type: 'select', options: { values: [1] } }],
    [{ type: 'date', options: { min: 5 } }],
    [{ type: 'file', options: { maxSize: '5' } }],
    [{ type: 'relation', options: { collectionId: 5 } }],
  ].map(sent => ({ sent })),
)('$sent cannot be read', ({ sent }) => {
  expect(() => read(sent)).toThrow(MalformedCollection)
})
