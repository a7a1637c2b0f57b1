import { describe, expect, test } from 'vitest'
import { testFieldContract, validateInput, validateOptionsInput } from '../contractSuite.ts'
import { field } from './field.ts'

const defaults = field.options.parse({})
const only = { onlyDomains: ['magazine.example', 'press.example'] }

describe('an email field', () => {
  testFieldContract(field, only, { exceptDomains: ['example.com'] }, { onlyDomains: ['no domain'] })

  test('the options of an email field are in the order of the wire format', () => {
    expect(JSON.stringify(defaults)).toBe('{"exceptDomains":null,"onlyDomains":null}')
  })

  test.each([
    ['A.B+c@Sub.Domain.Example', 'A.B+c@Sub.Domain.Example'],
    [' a@b.example', ' a@b.example'],
    ['', ''],
    [null, ''],
    [[], ''],
    [{}, ''],
    [12, '12'],
  ])('casts %j to %j', (input, value) => {
    expect(field.normalize(input, defaults)).toBe(value)
  })

  test.each([
    '',
    'a@b.example',
    'first.last+tag@sub.domain.example',
    'UPPER@EXAMPLE.COM',
    "o'brien@x.example",
    'ünï@x.example',
    'a@b-c.example',
    'a_b@x.example',
    '!#$%&*@x.example',
    'a@1.example',
    'a@x.example.',
  ])('accepts %j', input => {
    expect(validateInput(field, {}, input)).toBeUndefined()
  })

  test.each([
    'plain',
    '@x.example',
    'a@',
    'a@localhost',
    'a b@x.example',
    'a@x example',
    'a@.example',
    'a..b@x.example',
    '.a@x.example',
    'a.@x.example',
    'a@b@x.example',
    'a@x.123',
    'a@-x.example',
    '<a@x.example>',
    'a@x.example..',
    '"quoted @ name"@x.example',
    '"a"@x.example',
    'a@x.example,b@x.example',
    'mailto:a@x.example',
    ' a@b.example',
    'a@b.example ',
    'a@b.example\n',
    true,
    12,
  ])('rejects %j', input => {
    expect(validateInput(field, {}, input)).toEqual({ code: 'validation_invalid_email', message: 'Must be a valid email.' })
  })

  test('validates a very long text at once', () => {
    expect(validateInput(field, {}, `a@${'a.-'.repeat(100_000)}`)?.code).toBe('validation_invalid_email')
  })

  test.each([
    [only, 'x@magazine.example'],
    [only, 'x@press.example'],
    [only, ''],
    [{ onlyDomains: [] }, 'x@other.example'],
    [{ exceptDomains: ['spam.example'] }, 'x@sub.spam.example'],
  ])('with the options %j accepts %j', (settings, input) => {
    expect(validateInput(field, settings, input)).toBeUndefined()
  })

  test.each([
    [only, 'x@sub.magazine.example'],
    [only, 'x@MAGAZINE.example'],
    [only, 'x@other.example'],
    [{ exceptDomains: ['spam.example'] }, 'x@spam.example'],
  ])('with the options %j rejects %j', (settings, input) => {
    expect(validateInput(field, settings, input)).toEqual({
      code: 'validation_email_domain_not_allowed',
      message: 'Email domain is not allowed.',
    })
  })

  test('reports a syntax error before a domain that is not allowed', () => {
    expect(validateInput(field, only, 'nope')?.code).toBe('validation_invalid_email')
  })

  test('rejects options with both lists', () => {
    expect(validateOptionsInput(field, { exceptDomains: ['no'], onlyDomains: ['b.example'] })).toEqual([
      { path: ['exceptDomains'], code: 'validation_empty', message: 'Must be blank.' },
      { path: ['onlyDomains'], code: 'validation_empty', message: 'Must be blank.' },
    ])
  })

  test.each([
    [
      { exceptDomains: ['a.example', 'no', 'x y.example'] },
      [
        ['exceptDomains', 1],
        ['exceptDomains', 2],
      ],
    ],
    [{ onlyDomains: ['@a.example', 'a.example'] }, [['onlyDomains', 0]]],
  ])('rejects the options %j', (settings, paths) => {
    const issue = { code: 'validation_is_domain', message: 'Must be a valid domain.' }
    expect(validateOptionsInput(field, settings)).toEqual(paths.map(path => ({ path, ...issue })))
  })

  test('accepts domains with digits, dashes and several levels, and empty items', () => {
    expect(validateOptionsInput(field, { onlyDomains: ['a.example', 'a-b.c-d.example', '9.example', 'x.xn--p1ai', ''] })).toEqual(
      [],
    )
    expect(validateOptionsInput(field, { exceptDomains: [], onlyDomains: [] })).toEqual([])
  })
})
