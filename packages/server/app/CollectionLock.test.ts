import { expect, test } from 'vitest'
import { CollectionLock } from './CollectionLock.ts'

/** A task that ends on request and records its start and end. */
const openWork = (lock: CollectionLock) => {
  const events: string[] = []
  const begin = (kind: 'share' | 'alone', name: string) => {
    const gate = Promise.withResolvers<void>()
    const done = lock[kind](async () => {
      events.push(`${name} begins`)
      await gate.promise
      events.push(`${name} ends`)
      return name
    })
    return { ...gate, done }
  }
  return { events, begin, settle: () => new Promise(setImmediate) }
}

test('changes of records run concurrently', async () => {
  const { events, begin, settle } = openWork(new CollectionLock())
  const [first, second] = [begin('share', 'first'), begin('share', 'second')]
  await settle()
  second.resolve()
  first.resolve()
  expect(await Promise.all([first.done, second.done])).toEqual(['first', 'second'])
  expect(events).toEqual(['first begins', 'second begins', 'second ends', 'first ends'])
})

test('a change of collections waits for running changes of records, and later ones wait for it', async () => {
  const { events, begin, settle } = openWork(new CollectionLock())
  const record = begin('share', 'record')
  await settle()
  const collection = begin('alone', 'collection')
  const later = begin('share', 'later')
  await settle()
  expect(events).toEqual(['record begins'])
  record.resolve()
  await settle()
  expect(events.at(-1)).toBe('collection begins')
  collection.resolve()
  await settle()
  later.resolve()
  await later.done
  expect(events).toEqual([
    ...['record begins', 'record ends', 'collection begins', 'collection ends', 'later begins', 'later ends'],
  ])
})

test('changes of collections run one by one, even if one fails', async () => {
  const { events, begin, settle } = openWork(new CollectionLock())
  const [first, second, record] = [begin('alone', 'first'), begin('alone', 'second'), begin('share', 'record')]
  await settle()
  expect(events).toEqual(['first begins'])
  first.reject(new Error('refused'))
  await expect(first.done).rejects.toThrow('refused')
  await settle()
  expect(events).toEqual(['first begins', 'second begins'])
  second.resolve()
  record.resolve()
  await Promise.all([second.done, record.done])
  expect(events.slice(2)).toEqual(['second ends', 'record begins', 'record ends'])
})

test('a failed change of records does not block others', async () => {
  const lock = new CollectionLock()
  await expect(lock.share(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await lock.alone(async () => 'done')).toBe('done')
})
