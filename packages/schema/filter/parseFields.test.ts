import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FilterError } from './FilterError.ts'
import { parseFields } from './parseFields.ts'

test.each(['', ' , ', ',,'])('the list %j selects everything', source => {
  expect(parseFields(source)).toBeUndefined()
})

test('merges paths into a tree', () => {
  const selection = parseFields('id, expand.author.name ,expand.author.id,body:excerpt( 20 , t )')
  expect([...(selection?.keys.keys() ?? [])]).toEqual(['id', 'expand', 'body'])
  expect([...(selection?.keys.get('expand')?.keys.get('author')?.keys.keys() ?? [])]).toEqual(['name', 'id'])
  expect(selection?.keys.get('expand')?.whole).toBe(false)
  expect(selection?.keys.get('body')).toMatchObject({ whole: true, excerpt: { max: 20, withEllipsis: true } })
})

test.each([
  ['id,title:excerpt(10', 'Missing closing ).', 16],
  ['"title', 'Missing closing ".', 0],
  ["a,'id", "Missing closing '.", 2],
  ['title:upper', 'The only supported modifier is :excerpt(max, withEllipsis).', 0],
  ['id,title:', 'The only supported modifier is :excerpt(max, withEllipsis).', 3],
  ['title:excerpt', 'The only supported modifier is :excerpt(max, withEllipsis).', 0],
  ['title:excerpt()', ':excerpt takes a maximum length and optionally true for an ellipsis.', 0],
  ['title:excerpt(0)', ':excerpt takes a maximum length and optionally true for an ellipsis.', 0],
  ['title:excerpt(-1)', ':excerpt takes a maximum length and optionally true for an ellipsis.', 0],
  ['title:excerpt(1.5)', ':excerpt takes a maximum length and optionally true for an ellipsis.', 0],
  ['title:excerpt(10,true,1)', ':excerpt takes a maximum length and optionally true for an ellipsis.', 0],
])('rejects the list %j', (source, message, start) => {
  expect(() => parseFields(source)).toThrow(message)
  try {
    parseFields(source)
  } catch (error) {
    expect(error).toMatchObject({ span: { start } })
  }
})

test('throws nothing but a FilterError, for any list', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab.*,:()"\'`\\ 1', 'excerpt') }), source => {
      try {
        parseFields(source)
      } catch (error) {
        expect(error).toBeInstanceOf(FilterError)
      }
    }),
    { numRuns: 2000 },
  )
})
