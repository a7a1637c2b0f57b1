import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './Turns.ts'

/** Works until told, and says what is at work. */
const watched = (turns: Turns) => {
  const atWork = new Map<string, () => void>()
  const start = (name: string, amount: number) =>
    turns.take(async () => {
      await new Promise<void>(resolve => atWork.set(name, resolve))
      atWork.delete(name)
      return name
    }, amount)
  return { start, atWork: () => [...atWork.keys()], finish: (name: string) => atWork.get(name)?.() }
}

test('only so many work at once, and the others in their order', async () => {
  const { start, atWork, finish } = watched(new Turns({ places: 2, most: 100, patience: 60_000 }))
  const all = ['a', 'b', 'c', 'd'].map(name => start(name, 1))
  await wait(1)
  expect(atWork()).toEqual(['a', 'b'])
  finish('b')
  await all[1]
  await wait(1)
  expect(atWork()).toEqual(['a', 'c'])
  for (const name of ['a', 'c']) finish(name)
  await wait(1)
  finish('d')
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

test('they take no more than there is, and a large one is not passed by small ones for ever', async () => {
  const { start, atWork, finish } = watched(new Turns({ places: 10, most: 100, patience: 60_000 }))
  const all = [start('half', 50), start('large', 80), start('small', 10)]
  await wait(1)
  expect(atWork()).toEqual(['half'])
  finish('half')
  await wait(1)
  expect(atWork()).toEqual(['large', 'small'])
  for (const name of ['large', 'small']) finish(name)
  await Promise.all(all)
})

test('who asks for more than there ever is, or waits too long, hears so; those behind go on', async () => {
  const turns = new Turns({ places: 2, most: 100, patience: 50 })
  const { start, finish } = watched(turns)
  await expect(start('too large', 101)).rejects.toThrow('101 of 100')
  const first = start('first', 60)
  const second = start('second', 60)
  const third = start('third', 40)
  await expect(second).rejects.toThrow('within 50 ms')
  finish('third')
  finish('first')
  expect(await Promise.all([first, third])).toEqual(['first', 'third'])
})

test('work that fails makes room for others', async () => {
  const turns = new Turns({ places: 1, most: 1, patience: 60_000 })
  await expect(turns.take(() => Promise.reject(new Error('it failed')), 1)).rejects.toThrow('it failed')
  expect(await turns.take(async () => 'next', 1)).toBe('next')
})

test('where nothing is said of amounts and of patience, only the places count', async () => {
  const { start, atWork, finish } = watched(new Turns({ places: 1 }))
  const all = [start('first', 0), start('second', 1_000_000)]
  await wait(1)
  expect(atWork()).toEqual(['first'])
  finish('first')
  await all[0]
  await wait(1)
  finish('second')
  expect(await Promise.all(all)).toEqual(['first', 'second'])
})
