import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hmac } from './hmac.ts'

const text = fc.string({ unit: 'binary', maxLength: 200 })

test('equals the HMAC of node:crypto for any text and key', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), pairs => {
      for (const [message, key] of [...pairs, ...pairs]) {
        expect(hmac(message, key)).toEqual(createHmac('sha256', key).update(message).digest())
      }
    }),
  )
})

test.each([0, 63, 64, 65, 1365, 1366, 4096, 100_000])(
  'equals the HMAC of node:crypto for %i characters of three bytes each',
  length => {
    const message = '✓'.repeat(length)
    expect(hmac(message, message)).toEqual(createHmac('sha256', message).update(message).digest())
  },
)
