import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Semaphore } from './Semaphore.ts'

/** Starts named tasks that run until they are finished by name. */
function track(semaphore: Semaphore) {
  const running = new Map<string, () => void>()
  const start = (name: string, amount: number) =>
    semaphore.run(async () => {
      await new Promise<void>(resolve => running.set(name, resolve))
      running.delete(name)
      return name
    }, amount)
  return { start, running: () => [...running.keys()], finish: (name: string) => running.get(name)?.() }
}

test('runs at most maxConcurrent tasks at once, and starts the others in their order', async () => {
  const { start, running, finish } = track(new Semaphore({ maxConcurrent: 2, capacity: 100, timeoutMs: 60_000 }))
  const all = ['a', 'b', 'c', 'd'].map(name => start(name, 1))
  await wait(1)
  expect(running()).toEqual(['a', 'b'])
  finish('b')
  await all[1]
  await wait(1)
  expect(running()).toEqual(['a', 'c'])
  for (const name of ['a', 'c']) finish(name)
  await wait(1)
  finish('d')
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

test('never exceeds the capacity, and small tasks do not overtake a large one', async () => {
  const { start, running, finish } = track(new Semaphore({ maxConcurrent: 10, capacity: 100, timeoutMs: 60_000 }))
  const all = [start('half', 50), start('large', 80), start('small', 10)]
  await wait(1)
  expect(running()).toEqual(['half'])
  finish('half')
  await wait(1)
  expect(running()).toEqual(['large', 'small'])
  for (const name of ['large', 'small']) finish(name)
  await Promise.all(all)
})

test('rejects tasks that exceed the capacity or time out, and keeps serving the queue', async () => {
  const semaphore = new Semaphore({ maxConcurrent: 2, capacity: 100, timeoutMs: 50 })
  const { start, finish } = track(semaphore)
  await expect(start('too large', 101)).rejects.toThrow('101 of 100')
  const first = start('first', 60)
  const second = start('second', 60)
  const third = start('third', 40)
  await expect(second).rejects.toThrow('within 50 ms')
  finish('third')
  finish('first')
  expect(await Promise.all([first, third])).toEqual(['first', 'third'])
})

test('releases its slot and its capacity when a task fails', async () => {
  const semaphore = new Semaphore({ maxConcurrent: 1, capacity: 1, timeoutMs: 60_000 })
  await expect(semaphore.run(() => Promise.reject(new Error('it failed')), 1)).rejects.toThrow('it failed')
  expect(await semaphore.run(async () => 'next', 1)).toBe('next')
})

test('without a capacity and a timeout, limits only the number of tasks', async () => {
  const { start, running, finish } = track(new Semaphore({ maxConcurrent: 1 }))
  const all = [start('first', 0), start('second', 1_000_000)]
  await wait(1)
  expect(running()).toEqual(['first'])
  finish('first')
  await all[0]
  await wait(1)
  finish('second')
  expect(await Promise.all(all)).toEqual(['first', 'second'])
})
