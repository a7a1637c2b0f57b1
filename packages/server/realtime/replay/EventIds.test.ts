import { expect, test } from 'vitest'
import { EventIds, positionIn, progressOf, subscriptionHash } from './EventIds.ts'

test('an id returns what a client has received, with the subscriptions that are behind', () => {
  const ids = new EventIds()
  expect(ids.read(ids.at(7))).toEqual({ position: 7, exceptions: new Map() })
  const progress = progressOf([
    ['a/*', 12],
    ['b/*', 12],
    ['c/*', 3],
  ])
  expect(progress).toEqual({ position: 12, exceptions: new Map([[subscriptionHash('c/*'), 3]]) })
  const read = ids.read(ids.of(progress)) ?? { position: 0, exceptions: new Map() }
  expect(['a/*', 'b/*', 'c/*', 'd/*'].map(subscription => positionIn(read, subscription))).toEqual([12, 12, 3, 12])
})

test('ids reveal neither their position nor the distance between two', () => {
  const ids = new EventIds()
  const [one = '', next = ''] = [ids.at(1), ids.at(2)]
  expect(one).toMatch(/^[\w-]{22}$/)
  expect([...one].filter((character, index) => next[index] === character).length).toBeLessThan(10)
})

test('ids of other servers, changed ids, and ids with too many exceptions are unknown', () => {
  const ids = new EventIds()
  const id = ids.at(1)
  const many = progressOf(Array.from({ length: 20 }, (_, index) => [`a/${index}`, index]))
  const changed = `${id.startsWith('A') ? 'B' : 'A'}${id.slice(1)}`
  for (const text of ['', 'x', new EventIds().at(1), changed, id.slice(1), id.repeat(50), ids.of(many)]) {
    expect(ids.read(text), text).toBeUndefined()
  }
})
