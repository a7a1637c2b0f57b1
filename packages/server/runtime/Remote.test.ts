import { expect, test } from 'vitest'
import { createRemote, performCall } from './Remote.ts'

const services = {
  sums: {
    add: (one: number, other: number) => one + other,
    addLater: async (one: number, other: number) => one + other,
    fail: (): number => {
      throw new Error('The sum is too large.')
    },
  },
  names: { list: () => ['a', 'b'] },
}

const remote = createRemote<typeof services>(call => performCall(services, structuredClone(call)))

test('a remote service calls the method with its arguments and resolves with the result', async () => {
  expect(await remote.sums.add(1, 2)).toBe(3)
  expect(await remote.sums.addLater(3, 4)).toBe(7)
  expect(await remote.names.list()).toEqual(['a', 'b'])
})

test('a method of a remote service can be passed on', async () => {
  const { add } = remote.sums
  expect(await add(2, 2)).toBe(4)
})

test('a call rejects with the error of a method that throws at once', async () => {
  await expect(remote.sums.fail()).rejects.toThrow('The sum is too large.')
})

test('an awaited remote service is not taken for a promise', async () => {
  expect(await (await remote.names).list()).toEqual(['a', 'b'])
})

test('a call of a method that does not exist names the method', async () => {
  await expect(performCall(services, { service: 'sums', method: 'divide', args: [] })).rejects.toThrow('"sums.divide"')
  await expect(performCall(services, { service: 'files', method: 'list', args: [] })).rejects.toThrow('"files.list"')
  await expect(performCall(services, { service: 'names', method: 'constructor', args: [] })).rejects.toThrow(
    '"names.constructor"',
  )
})
