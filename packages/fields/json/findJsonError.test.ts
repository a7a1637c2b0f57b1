import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findJsonError } from './findJsonError.ts'
import { mayLoseNumbers } from './findNumberLoss.ts'

function parses(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('the first JSON syntax error', () => {
  test.each([
    ['{"a": ', 6, 'line 1, column 7: a value is missing at the end.'],
    ['{"a": 1', 7, 'line 1, column 8: a } is missing at the end, for the { in line 1.'],
    ['{\n  "a": [\n    1\n  ', 19, 'line 4, column 3: a ] is missing at the end, for the [ in line 2.'],
    ['{"a": 1 "b": 2}', 8, 'a comma or } is missing before this.'],
    ['[1 2]', 3, 'a comma or ] is missing before this.'],
    ['[1}', 2, 'a comma or ] is missing before this.'],
    ['[1,]', 3, 'the comma before this ] has to go.'],
    ['{"a": 1,\n}', 9, 'line 2, column 1: the comma before this } has to go.'],
    ['{a: 1}', 1, 'the name of a member, in double quotes, is missing here.'],
    ['{"a" 1}', 5, 'a : is missing between the name and its value.'],
    ['{"a":}', 5, 'a value is missing before }.'],
    ['[,]', 1, 'a value is missing before ,.'],
    ["'a'", 0, 'texts stand in double quotes.'],
    ['hello world', 0, 'texts such as hello stand in double quotes.'],
    ['True', 0, 'True is written true.'],
    ['[01]', 1, '01 is not how a number is written.'],
    ['-', 0, '- is not how a number is written.'],
    ['"a', 0, 'this text lacks its closing ".'],
    ['"a\nb"', 0, 'this text lacks its closing ", or has a line break, which is written \\n.'],
    ['"a\tb"', 2, 'a control character in a text is written as in \\t or \\u0001.'],
    ['"C:\\dir"', 3, '\\d stands for nothing: write \\\\ for a backslash.'],
    ['// a\n1', 0, 'there are no comments.'],
    ['[1, 1e400]', 4, 'no number can be as large as 1e400.'],
    ['-1e-400', 0, 'no number can be as close to 0 as -1e-400.'],
    ['{"id": 9007199254740993}', 7, '9007199254740993 would be kept as 9007199254740992. In double quotes all its digits stay.'],
    ['1 2', 2, 'nothing may follow the value.'],
    ['', 0, 'a value is missing at the end.'],
  ])('%j', (text, position, message) => {
    const syntaxError = findJsonError(text)
    expect(syntaxError?.position).toBe(position)
    expect(syntaxError?.message).toMatch(/^Invalid JSON at line \d+, column \d+: /)
    expect(syntaxError?.message.endsWith(message)).toBe(true)
  })

  test('an error is found exactly when JSON.parse throws', () => {
    const json = fc.json({ maxDepth: 3 })
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      "'",
      '\\',
      '0',
      '-',
      '.',
      'e',
      'a',
      'null',
      '\n',
      '\t',
      ' ',
      '\u00a0',
    )
    const broken = fc.tuple(json, fc.nat(), fc.nat(3), piece).map(([text, at, gone, added]) => {
      const place = at % (text.length + 1)
      return text.slice(0, place) + added + text.slice(place + gone)
    })
    fc.assert(
      fc.property(
        fc.oneof(
          json,
          broken,
          fc.array(piece).map(list => list.join('')),
        ),
        text => {
          const syntaxError = findJsonError(text)
          if (!mayLoseNumbers(text)) expect(syntaxError === undefined).toBe(parses(text))
          if (syntaxError) expect(syntaxError.position >= 0 && syntaxError.position <= text.length).toBe(true)
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('a number that JSON.stringify produced is never an error', () => {
    const value = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.maxSafeInteger())
    fc.assert(fc.property(value, number => findJsonError(JSON.stringify(number)) === undefined))
  })

  test('an error behind a hundred thousand nested brackets is found', () => {
    const deep = '['.repeat(100_000)
    expect(findJsonError(deep + ']'.repeat(100_000))).toBeUndefined()
    expect(findJsonError(deep)?.position).toBe(100_000)
  })
})
