import { expect, test } from 'vitest'
import { matchPlaceholder, withCaptured } from './placeholders.ts'

const captured = new Map([
  ['room', 'abc'],
  ['win.clientId', 'client-1'],
])

const now = () => new Date().toISOString().replace('T', ' ')
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString().replace('T', ' ')

test.each([
  ['<any>', null],
  ['<any>', undefined],
  ['<number>', 0],
  ['<number>', 12345678901234567000n],
  ['<string>', ''],
  ['<id>', 'abcdefghij01234'],
  ['<date>', now()],
  ['<date>', minutesAgo(9)],
  ['<token>', 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IjEifQ.x-_9'],
  ['<filename:photo.png>', 'photo_AbCdEf0123.png'],
  ['<filename:noextension>', 'noextension_AbCdEf0123'],
  ['<filename:a.tar.gz>', 'a.tar_AbCdEf0123.gz'],
  ['<filename:plus_sign.c++>', 'plus_sign_AbCdEf0123.c++'],
  ['<var:room>', 'abc'],
  ['<match:[a-z]+>', 'abc'],
  ['<match:a|bc>', 'bc'],
  ['<match:x.y>', 'x\ny'],
])('the placeholder %s matches %s', (placeholder, value) => {
  expect(matchPlaceholder(placeholder, value, captured)).toBe(true)
})

test.each([
  ['<number>', '1'],
  ['<number>', true],
  ['<string>', 1],
  ['<id>', 'abcdefghij0123'],
  ['<id>', 'ABCDEFGHIJ01234'],
  ['<date>', minutesAgo(11)],
  ['<date>', '2026-13-99 99:99:99.999Z'],
  ['<date>', new Date().toISOString()],
  ['<token>', 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IjEifQ'],
  ['<filename:photo.png>', 'photo.png'],
  ['<filename:photo.png>', 'photo_AbCdEf012.png'],
  ['<filename:photo.png>', 'other_AbCdEf0123.png'],
  ['<filename:photo.png>', 'photo_AbCdEf0123.jpg'],
  ['<var:room>', 'abcd'],
  ['<var:unknown>', undefined],
  ['<match:a|bc>', 'ac'],
  ['<match:[a-z]+>', 'abc1'],
  ['<match:[a-z]+>', 1],
])('the placeholder %s does not match %s', (placeholder, value) => {
  expect(matchPlaceholder(placeholder, value, captured)).toBe(false)
})

test.each(['<p>text</p>', '<b>', '<h1>{APP_NAME}</h1>', 'text', '<>', '<script>alert(1)</script>', '<id> '])(
  '%j is a literal text, not a placeholder',
  text => {
    expect(matchPlaceholder(text, text, captured)).toBeUndefined()
  },
)

test('captured values are replaced in expected texts, unknown names are not', () => {
  expect(withCaptured('/x/{{room}}/{{win.clientId}}/{{unknown}}', captured)).toBe('/x/abc/client-1/{{unknown}}')
})
