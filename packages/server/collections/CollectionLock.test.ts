import { expect, test } from 'vitest'
import { CollectionLock } from './CollectionLock.ts'

/** A task that ends on request and records its start and end. */
function openWork(lock: CollectionLock) {
  const events: string[] = []
  const begin = (kind: 'runShared' | 'runExclusive', name: string) => {
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
  const [first, second] = [begin('runShared', 'first'), begin('runShared', 'second')]
  await settle()
  second.resolve()
  first.resolve()
  expect(await Promise.all([first.done, second.done])).toEqual(['first', 'second'])
  expect(events).toEqual(['first begins', 'second begins', 'second ends', 'first ends'])
})

test('a change of collections waits for running changes of records, and later ones wait for it', async () => {
  const { events, begin, settle } = openWork(new CollectionLock())
  const record = begin('runShared', 'record')
  await settle()
  const collection = begin('runExclusive', 'collection')
  const later = begin('runShared', 'later')
  await settle()
  expect(events).toEqual(['record begins'])
  record.resolve()
  await settle()
  expect(events.at(-1)).toBe('collection begins')
  collection.resolve()
  await settle()
  later.resolve()
  await later.done
  expect(events).toEqual(['record begins', 'record ends', 'collection begins', 'collection ends', 'later begins', 'later ends'])
})

test('changes of collections run one by one, even if one fails', async () => {
  const { events, begin, settle } = openWork(new CollectionLock())
  const [first, second, record] = [begin('runExclusive', 'first'), begin('runExclusive', 'second'), begin('runShared', 'record')]
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
  await expect(lock.runShared(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
  expect(await lock.runExclusive(async () => 'done')).toBe('done')
})
