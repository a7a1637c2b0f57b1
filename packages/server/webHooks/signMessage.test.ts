import { expect, test } from 'vitest'
import { createWebHookSecret, signMessage } from './signMessage.ts'

test('the signature is the one of the example of the Standard Webhooks specification', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const signature = signMessage(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('each secret is new and has 32 bytes', () => {
  const [one, other] = [createWebHookSecret(), createWebHookSecret()]
  expect(one).not.toBe(other)
  expect(Buffer.from(one.replace('whsec_', ''), 'base64')).toHaveLength(32)
})
