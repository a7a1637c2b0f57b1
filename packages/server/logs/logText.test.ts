import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { logDetails, logText, maskSecrets, maxLogTextBytes } from './logText.ts'

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IjEyMzQ1Njc4In0.c2lnbmF0dXJl'

describe('maskSecrets', () => {
  test.each([
    ['/x?token=abc', '/x?token=***'],
    ['/x?a=1&Token=abc&b=2#c', '/x?a=1&Token=***&b=2#c'],
    ['/x?%74oken=abc&y=%E0', '/x?%74oken=***&y=%E0'],
    ['https://a.example/cb#access_token=abc&expires_in=3', 'https://a.example/cb#access_token=***&expires_in=3'],
    ['/cb?code=a/b%2Fc&grant_type=authorization_code', '/cb?code=***&grant_type=authorization_code'],
    ['/x?next=%2Fy%3Fcode%3Dabc', '/x?next=***'],
    [`/confirm/${jwt}/`, '/confirm/***/'],
    [`Error: "${jwt}" has ended`, 'Error: "***" has ended'],
    ['Authorization: Bearer abcdefgh12345', 'Authorization: Bearer ***'],
    ['{"authorization":"abcdefgh12345"}', '{"authorization":"***"}'],
  ])('maskSecrets converts %s to %s', (text, masked) => {
    expect(maskSecrets(text)).toBe(masked)
  })

  test.each([
    '/api/collections/posts/records?filter=(status=200)&sort=-state',
    '/x?postcode=1234&stateful=yes&tokens=3',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    'Basic information about a bearer of news',
    'https://monkeyjungle.example.com/eyJ.a.b',
    'code=404, message=Not Found',
    'SqliteError: no such column: code = 1',
  ])('maskSecrets does not change %s', text => {
    expect(maskSecrets(text)).toBe(text)
  })

  test('the value of a token parameter is masked at every position', () => {
    const part = fc.string({ unit: fc.constantFrom('a', '%20', '=', '&', '?', '/', '%3D', 'é') })
    fc.assert(
      fc.property(part, part, (before, after) => {
        expect(maskSecrets(`/${before}&token=S3cr3t-Value&${after}`)).not.toContain('S3cr3t-Value')
      }),
    )
  })
})

test('logText truncates texts to 2,000 bytes and does not change shorter texts', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '✓', '😀'), maxLength: 3_000 }), text => {
      const logged = logText(text)
      expect(Buffer.byteLength(logged)).toBeLessThanOrEqual(maxLogTextBytes)
      if (Buffer.byteLength(text) <= maxLogTextBytes) expect(logged).toBe(text)
      else expect(text.startsWith(logged.slice(0, -1))).toBe(true)
    }),
  )
  const manyTokens = logText('?token=a'.repeat(1_000))
  expect(Buffer.byteLength(manyTokens)).toBeLessThanOrEqual(maxLogTextBytes)
})

test('logDetails keeps the structure of short details and converts long details to a text', () => {
  expect(logDetails(null)).toBeNull()
  expect(logDetails({ title: 'Cannot be blank.', url: '/x?token=abc' })).toEqual({
    title: 'Cannot be blank.',
    url: '/x?token=***',
  })
  const long = logDetails(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, 'Cannot be blank.'])))
  expect(typeof long).toBe('string')
  expect(Buffer.byteLength(String(long))).toBeLessThanOrEqual(maxLogTextBytes)
})
