import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tokenize } from './tokenize.ts'

const kinds = (source: string) => tokenize(source).map(token => `${token.kind} ${token.text}`)

describe('tokens', () => {
  test('splits a filter with every kind of token', () => {
    expect(kinds("a.b:each ?!= -1.5 && (@now > 'x') // end")).toEqual([
      'identifier a.b:each',
      'operator ?!=',
      'number -1.5',
      'join &&',
      'open (',
      'identifier @now',
      'operator >',
      "text 'x'",
      'close )',
      'comment // end',
    ])
  })

  test('tokens carry the range of their text', () => {
    const source = 'a="ü😀" || b!=2'
    for (const token of tokenize(source)) expect(source.slice(token.span.start, token.span.end)).toBe(token.text)
  })

  test.each([
    ['"a\\"b"', 'a"b'],
    ["'a\\'b'", "a'b"],
    ['"a\\\'b"', "a'b"],
    ['"a\\\\"', 'a\\'],
    ['"a\\nb\\rc\\td"', 'a\nb\rc\td'],
    ['"a\\db\\u0041\\%"', 'a\\db\\u0041\\%'],
    ['"line\nline"', 'line\nline'],
    ["'(\"&&'", '("&&'],
  ])('the token of the quoted text %s has its value', (source, value) => {
    expect(tokenize(source)).toMatchObject([{ kind: 'text', value }])
  })

  test.each([
    ['"food', 'Missing closing ".'],
    ["'a\\'", "Missing closing '."],
    ['1e3', '1e3 is not a number.'],
    ['2.', '2. is not a number.'],
    ['1.2.3', '1.2.3 is not a number.'],
    ['1name', '1name is not a number.'],
    ['name.', 'name. is not the name of a field.'],
    ['name:', 'name: is not the name of a field.'],
    ['n@me', 'n@me is not the name of a field.'],
    ['@', '@ is not the name of a field.'],
    ['lower(', "Functions such as lower() aren't supported in filters."],
    ['==', '== is not an operator.'],
    ['?!', '?! is not an operator.'],
    ['&', 'Join conditions with && or ||, not with &.'],
    ['|||', 'Join conditions with && or ||, not with |||.'],
    ['/', '"/" cannot stand here.'],
    ['\r', '"\\r" cannot stand here.'],
    ['😀', '"😀" cannot stand here.'],
  ])('the token %j has an error message', (source, problem) => {
    expect(tokenize(source)[0]).toMatchObject({ kind: 'invalid', problem })
  })

  test('tokens cover any text in order and without overlap', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'a1"\'\\()&|=?!<>~@#.:/-\n ') })),
        source => {
          let end = 0
          for (const { span } of tokenize(source)) {
            expect(span.start).toBeGreaterThanOrEqual(end)
            expect(source.slice(end, span.start)).toMatch(/^[ \t\n]*$/)
            expect(span.end).toBeGreaterThan(span.start)
            end = span.end
          }
          expect(source.slice(end)).toMatch(/^[ \t\n]*$/)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
