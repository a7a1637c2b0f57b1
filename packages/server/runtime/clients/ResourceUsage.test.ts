import { expect, test } from 'vitest'
import { ResourceUsage } from './ResourceUsage.ts'
import { resourceOf } from './resources.ts'

const full = (scope: string) => Object.assign(new Error(scope), { kind: 'busy' })

/** Creates the usage of a resource whose largest hold is dropped, with 100 bytes in all and 60 for each client. */
function setUp() {
  const usage = new ResourceUsage(
    { ...resourceOf('largeBodyBytes'), drops: 'largest' },
    { total: 100, perClient: 60 },
    {
      now: () => 0,
      rejected: (_, scope) => full(scope) as never,
      dropped: () => full('dropped') as never,
    },
  )
  const dropped: string[] = []
  const open = (address: string, bytes: number, name = address) => {
    const hold = usage.open({ address })
    hold.onDropped(() => dropped.push(name))
    hold.resize(bytes)
    return hold
  }
  return { usage, open, dropped }
}

test('when all is spent, the largest hold of the client that holds most is dropped', () => {
  const { usage, open, dropped } = setUp()
  open('a', 15, 'small of a')
  open('a', 30, 'large of a')
  open('b', 40, 'the largest hold')
  open('c', 20)
  expect(dropped).toEqual(['large of a'])
  expect(usage.total).toBe(75)
})

test('the client that holds most makes room for another one, however small each of its holds is', () => {
  const { open, dropped } = setUp()
  for (let number = 1; number <= 12; number += 1) open('a', 5, `hold ${number} of a`)
  open('b', 30)
  open('c', 20)
  expect(dropped).toEqual(['hold 1 of a', 'hold 2 of a'])
})

test('the client that holds most is rejected when all is spent', () => {
  const { open, dropped } = setUp()
  const own = open('a', 40)
  open('b', 50)
  expect(() => own.resize(60)).toThrow('total')
  expect(dropped).toEqual([])
})

test('a client whose holds cannot be dropped does not protect the holds of others', () => {
  const { open, dropped } = setUp()
  open('a', 50).keep()
  open('b', 40)
  open('c', 20)
  expect(dropped).toEqual(['b'])
})

test('a client that exceeds its own limit loses its largest hold, unless the new one is larger', () => {
  const { open, dropped } = setUp()
  open('b', 35)
  open('a', 10, 'small of a')
  open('a', 40, 'large of a')
  open('a', 20)
  expect(dropped).toEqual(['large of a'])
  expect(() => open('a', 50)).toThrow('perClient')
  expect(dropped).toEqual(['large of a'])
})

test('a hold that several clients share counts once in all, and for each of them by its own limit', () => {
  const { usage, open, dropped } = setUp()
  open('a', 40)
  usage.openFor({ address: 'a' }, 'all').resize(50)
  for (const address of ['a', 'b', 'c']) {
    const share = usage.openFor({ address }, 'client')
    share.resize(20)
    expect(() => share.resize(61)).toThrow('perClient')
  }
  expect([usage.total, usage.amountOf('a'), usage.amountOf('b')]).toEqual([90, 60, 20])
  // The client that holds most makes room for it.
  usage.openFor({ address: 'b' }, 'all').resize(20)
  expect([dropped, usage.total]).toEqual([['a'], 70])
})

test('a dropped hold has no amount when its holder is notified', () => {
  const { usage, open } = setUp()
  const amounts: number[] = []
  const hold = open('a', 50)
  hold.onDropped(() => amounts.push(usage.total))
  open('b', 40)
  open('c', 20)
  expect(amounts).toEqual([40])
})
