import { describe, expect, test } from 'vitest'
import { formatLocal, formatUtc, parseUtc } from './formatDate.ts'

const iso = (text: string) => parseUtc(text)?.toISOString()

describe('a date of the API', () => {
  test.each([
    ['2024-05-06 07:08:09', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06 07:08:09Z', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06 07:08:09.123', '2024-05-06T07:08:09.123Z'],
    ['2024-05-06 07:08:09.123Z', '2024-05-06T07:08:09.123Z'],
    ['2024-05-06T07:08:09.123Z', '2024-05-06T07:08:09.123Z'],
  ])('the date %j is parsed as %s', (text, read) => {
    expect(iso(text)).toBe(read)
  })

  test.each(['', '2024-05-06', '2024-13-06 07:08:09Z', '2024-05-06 07:08:09+02:00', 'undefinedTundefinedZ', 'garbage'])(
    'the text %j is not parsed as a date',
    text => {
      expect(parseUtc(text)).toBeUndefined()
    },
  )

  test('a date is formatted in UTC with seconds', () => {
    expect(formatUtc(new Date('2024-05-06T07:08:09.987Z'))).toBe('2024-05-06 07:08:09 UTC')
  })

  test('a date is formatted in the time zone of the reader', () => {
    const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long', timeZone: 'Europe/Berlin' })
    expect(formatLocal(new Date('2024-05-06T22:08:09.987Z'), format)).toBe('7 May 2024, 00:08:09 CEST (local time)')
    expect(formatLocal(new Date('2024-05-06T22:08:09.987Z'))).toMatch(/2024.*:08:09.*\(local time\)$/)
  })
})
