import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FilterError } from './FilterError.ts'
import { parseFields } from './parseFields.ts'

test.each(['', ' , ', ',,'])('the list %j selects everything', source => {
  expect(parseFields(source)).toBeUndefined()
})

test('paths make a tree', () => {
  const selection = parseFields('id, expand.author.name ,expand.author.id,body:excerpt( 20 , t )')
  expect([...(selection?.keys.keys() ?? [])]).toEqual(['id', 'expand', 'body'])
  expect([...(selection?.keys.get('expand')?.keys.get('author')?.keys.keys() ?? [])]).toEqual(['name', 'id'])
  expect(selection?.keys.get('expand')?.whole).toBe(false)
  expect(selection?.keys.get('body')).toMatchObject({ whole: true, excerpt: { max: 20, withEllipsis: true } })
})

test.each([
  ['id,title:excerpt(10', 'This parenthesis is never closed.', 16],
  ['"title', 'The quote lacks its closing ".', 0],
  ["a,'id", "The quote lacks its closing '.", 2],
  ['title:upper', 'The only modifier of a field is excerpt(max, withEllipsis).', 0],
  ['id,title:', 'The only modifier of a field is excerpt(max, withEllipsis).', 3],
  ['title:excerpt', 'The only modifier of a field is excerpt(max, withEllipsis).', 0],
  ['title:excerpt()', 'An excerpt takes its largest length and, if wanted, true for an ellipsis.', 0],
  ['title:excerpt(0)', 'An excerpt takes its largest length and, if wanted, true for an ellipsis.', 0],
  ['title:excerpt(-1)', 'An excerpt takes its largest length and, if wanted, true for an ellipsis.', 0],
  ['title:excerpt(1.5)', 'An excerpt takes its largest length and, if wanted, true for an ellipsis.', 0],
  ['title:excerpt(10,true,1)', 'An excerpt takes its largest length and, if wanted, true for an ellipsis.', 0],
])('the list %j is refused', (source, message, start) => {
  expect(() => parseFields(source)).toThrow(message)
  try {
    parseFields(source)
  } catch (error) {
    expect(error).toMatchObject({ span: { start } })
  }
})

test('no list crashes', () => {
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
