import { expect, test } from 'vitest'
import { codeAddress } from './codeAddress.ts'

test.each([
  [{ details: 'Error: x\n    at hooks/posts.ts:5:1\nHook: posts.ts posts beforeCreate #2' }, 'posts.ts+posts+beforeCreate+%232'],
  [{ details: 'Error: x\n    at hooks/routes/orders.ts:5:1' }, 'routes%2Forders.ts'],
  [{ details: 'Error: x\n    at pb_hooks/main.pb.js:3:1' }, 'main.pb.js%3A3'],
])('an entry with the error %o leads to what has written it', (data, code) => {
  expect(codeAddress({ message: 'POST /api', data })).toBe(`#/settings/code?code=${code}`)
})

test('an entry of a job leads to the job, and others to nothing', () => {
  expect(codeAddress({ message: 'The job clean up failed.', data: { error: 'x' } })).toBe('#/settings/code?code=job+clean+up')
  expect(codeAddress({ message: 'GET /api', data: { error: 'hooks' } })).toBeUndefined()
})
