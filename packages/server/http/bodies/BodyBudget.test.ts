import { expect, test } from 'vitest'
import type { ApiError } from '../../errors/ApiError.ts'
import { BodyBudget } from './BodyBudget.ts'

/** Creates a budget of 100 bytes, 60 for each client, and a clock that the test sets. */
const setUp = () => {
  const clock = { now: 0 }
  const budget = new BodyBudget({ total: 100, perClient: 60 }, () => clock.now)
  const open = (client: string, bytes: number) => {
    const hold = budget.open(client)
    const taken: ApiError[] = []
    hold.onTaken(error => taken.push(error))
    hold.resize(bytes)
    return { hold, taken }
  }
  return { clock, open }
}

const isFull = expect.objectContaining({ status: 503 })

test('a body that exceeds the total budget is rejected, and accepted once another body is released', () => {
  const { open } = setUp()
  const first = open('a', 60)
  open('b', 30)
  expect(() => open('c', 11)).toThrow(isFull)
  first.hold.release()
  expect(() => open('c', 60)).not.toThrow()
})

test('a body that exceeds the budget of its client is rejected', () => {
  const { open } = setUp()
  open('a', 50)
  expect(() => open('a', 11)).toThrow(isFull)
  expect(() => open('b', 50)).not.toThrow()
})

test('a body that shrinks frees memory for others', () => {
  const { open } = setUp()
  const { hold } = open('a', 60)
  hold.resize(20)
  hold.resize(60)
  hold.resize(10)
  expect(() => open('a', 50)).not.toThrow()
})

test('after five seconds the incomplete body with the lowest transfer rate is dropped for a new one', () => {
  const { clock, open } = setUp()
  const slow = open('a', 30)
  const quick = open('b', 50)
  clock.now = 4_999
  expect(() => open('c', 40)).toThrow(isFull)
  clock.now = 5_000
  expect(() => open('c', 40)).not.toThrow()
  expect(slow.taken).toEqual([expect.objectContaining({ status: 408 })])
  expect(quick.taken).toEqual([])
})

test('a complete body is never dropped', () => {
  const { clock, open } = setUp()
  const complete = open('a', 60)
  complete.hold.complete()
  clock.now = 60_000
  expect(() => open('b', 50)).toThrow(isFull)
  expect(complete.taken).toEqual([])
})

test('when a client exceeds its budget, one of its own bodies is dropped', () => {
  const { clock, open } = setUp()
  const other = open('b', 1)
  const own = open('a', 60)
  clock.now = 5_000
  open('a', 40)
  expect([own.taken.length, other.taken.length]).toEqual([1, 0])
})
