import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitSql } from './splitSql.ts'

describe('splitSql', () => {
  test.each([
    ['a, b,c', ',', ['a', 'b', 'c']],
    ['  a ,b  ', ',', ['a ', 'b  ']],
    ['f(a, b), c', ',', ['f(a, b)', 'c']],
    ['f(a, (b, c)), d', ',', ['f(a, (b, c))', 'd']],
    ["'a,b', c", ',', ["'a,b'", 'c']],
    ['"a,b", `c,d`', ',', ['"a,b"', '`c,d`']],
    ["'it''s, so', c", ',', ["'it''s, so'", 'c']],
    ["'a\\', b', c", ',', ["'a\\', b'", 'c']],
    ["'(', b", ',', ["'('", 'b']],
    ['a) , b', ',', ['a) ', 'b']],
    ['[a, b]', ',', ['[a', 'b]']],
    ['a,,b', ',', ['a', '', 'b']],
    ['a,', ',', ['a']],
    ['', ',', []],
    ['a as\n b', ' \n\t', ['a', 'as', 'b']],
  ])('splits %s at %j', (text, at, parts) => {
    expect(splitSql(text, { at })).toEqual(parts)
  })

  test('keeps the separators if requested', () => {
    expect(splitSql('select a, b\nfrom c', { at: ', \n', keep: true })).toEqual(['select ', 'a,', 'b\n', 'from ', 'c'])
  })

  test.each(["'a", '"a', '`a', '(a', 'f(a, (b)', "a, '"])('throws for an unclosed quote or parenthesis: %s', text => {
    expect(() => splitSql(text, { at: ';' })).toThrow(`unbalanced parenthesis or quoted expression: ${JSON.stringify(text)}`)
  })

  test('loses nothing but whitespace and separators', () => {
    const pieces = fc.array(fc.constantFrom('a', ' ', ',', '(', ')', "'", '"', '`', '\\', ';', '\n', 'ü'), { maxLength: 20 })
    fc.assert(
      fc.property(pieces, list => {
        const text = list.join('')
        let parts: string[] = []
        try {
          parts = splitSql(text, { at: ',', keep: true })
        } catch {
          return
        }
        expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
      }),
    )
  })
})
