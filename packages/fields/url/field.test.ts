import { describe, expect, test } from 'vitest'
import { testFieldContract, validateInput, validateOptionsInput } from '../contractSuite.ts'
import { field } from './field.ts'

const defaults = field.options.parse({})
const only = { onlyDomains: ['magazine.example', 'archive.example'] }

describe('a url field', () => {
  testFieldContract(field, only, { exceptDomains: ['example.com'] })

  test('the options of a url field are in the order of the wire format', () => {
    expect(JSON.stringify(defaults)).toBe('{"exceptDomains":null,"onlyDomains":null}')
  })

  test.each([
    ['https://EXAMPLE.com/A', 'https://EXAMPLE.com/A'],
    [' x ', ' x '],
    [null, ''],
    [[], ''],
    [1.5, '1.5'],
  ])('casts %j to %j', (input, value) => {
    expect(field.normalize(input, defaults)).toBe(value)
  })

  test.each([
    '',
    'http://example.com',
    'https://example.com/path?x=1#y',
    'ftp://example.com',
    'ws://example.com',
    'wss://example.com',
    'tcp://example.com',
    'udp://example.com',
    'http://localhost',
    'http://127.0.0.1:8090/x',
    'https://EXAMPLE.com',
    'http://[::1]:80/',
    'http://[2001:db8::8a2e:370:7334]',
    'http://[1:2:3:4:5:6:7:8]',
    'http://[::ffff:10.0.0.1]',
    'https://user:pass@example.com',
    'https://user:p@ss@example.com/x',
    'example.com',
    'www.example.com/x',
    'http://a.b',
    'http://example.com:8080',
    'https://exämple.com/ü',
    'http://example.com?q',
    'http://example.com.',
    'ä.example:80',
    `https://example.com/${'x'.repeat(2062)}`,
  ])('accepts %j', input => {
    expect(validateInput(field, {}, input)).toBeUndefined()
  })

  test.each([
    'abc',
    '/abc',
    'http://',
    '://x',
    'javascript:alert(1)',
    '.example.com',
    'http://exa mple.com',
    'https://example.com/a b',
    'data:text/html,x',
    'gopher://example.com',
    'http:/example.com',
    'a.b',
    '//example.com',
    'HTTP://example.com',
    'localhost',
    'http://example.com:123456',
    'http://example.com:',
    'http://-a.example',
    'http://a..example',
    'http://@a.example',
    'http://[::1',
    'http://[1:2:3]',
    'http://[::1::2]',
    'http://[12345::]',
    'http://[]',
    'http://[1:2:3:4:5:6:7:1.2.3.4]',
    'http://example.com/\n',
    'http://exam\u0000ple.com',
    'http://ex%mple.com',
    `https://example.com/${'x'.repeat(2063)}`,
  ])('rejects %j', input => {
    expect(validateInput(field, {}, input)).toEqual({ code: 'validation_invalid_url', message: 'Must be a valid url.' })
  })

  test.each([
    [only, 'https://magazine.example/a'],
    [only, 'http://archive.example'],
    [only, 'https://user@magazine.example/'],
    [only, ''],
    [{ onlyDomains: ['a.example:8080'] }, 'http://a.example:8080/x'],
    [{ exceptDomains: ['spam.example'] }, 'spam.example'],
    [{ exceptDomains: ['spam.example'] }, 'https://spam.example:1'],
  ])('with the options %j accepts %j', (settings, input) => {
    expect(validateInput(field, settings, input)).toBeUndefined()
  })

  test.each([
    [only, 'https://www.magazine.example'],
    [only, 'https://magazine.example:8080/'],
    [only, 'magazine.example/a'],
    [only, 'https://magazine.example@evil.example/'],
    [{ exceptDomains: ['spam.example'] }, 'https://spam.example/'],
  ])('with the options %j rejects %j', (settings, input) => {
    expect(validateInput(field, settings, input)).toEqual({
      code: 'validation_url_domain_not_allowed',
      message: 'Url domain is not allowed.',
    })
  })

  test('reports a syntax error before a domain that is not allowed', () => {
    expect(validateInput(field, only, 'nope')?.code).toBe('validation_invalid_url')
  })

  test('rejects invalid domains in its options', () => {
    const onlyDomains = ['https://a.example', 'a.example/path', 'a.example:80', 'a.example', '127.0.0.1', 'localhost']
    expect(validateOptionsInput(field, { onlyDomains }).map(issue => issue.path)).toEqual(
      [0, 1, 2, 4, 5].map(i => ['onlyDomains', i]),
    )
  })
})
