import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cachedStorage } from './cachedStorage.ts'
import { localStorage } from './local/localStorage.ts'
import type { Storage } from './Storage.ts'

const key = 'collection/record/file.txt'
const attributes = { contentType: 'text/plain; charset=utf-8' }

let folder: string
let storage: Storage

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coffer-storage-'))
  storage = cachedStorage(localStorage(folder))
})

afterEach(() => rm(folder, { recursive: true }))

const store = (text: string) => storage.putBytes(key, Buffer.from(text), attributes)

/** Returns the size and text that a request would get, or undefined. */
async function serve() {
  const file = await storage.find(key)
  return file && { size: file.size, text: Buffer.from(await storage.read(key)).toString() }
}

test('a cached file has the same content as the stored one', async () => {
  await store('one')
  expect(await serve()).toEqual({ size: 3, text: 'one' })
  expect(await serve()).toEqual({ size: 3, text: 'one' })
})

test('replacing or removing a file invalidates its cache entry at once', async () => {
  await store('one')
  await serve()
  await store('three')
  expect(await serve()).toEqual({ size: 5, text: 'three' })
  await storage.remove(key)
  expect(await serve()).toBeUndefined()
  await store('four')
  expect(await serve()).toEqual({ size: 4, text: 'four' })
  await storage.removeBelow('collection/record/')
  expect(await serve()).toBeUndefined()
})

test('changes by another program are visible after one second', async () => {
  await store('one')
  await serve()
  const path = join(folder, 'storage', key)
  await writeFile(path, 'two!')
  const later = new Date((await stat(path)).mtimeMs + 5000)
  await utimes(path, later, later)
  await wait(1100)
  expect(await serve()).toEqual({ size: 4, text: 'two!' })
  await rm(path)
  await wait(1100)
  expect(await serve()).toBeUndefined()
})

test('a file that is removed during a read is not cached', async () => {
  await store('one')
  await storage.find(key)
  const [bytes] = await Promise.all([storage.read(key).catch(() => undefined), storage.remove(key)])
  expect(bytes === undefined || bytes.length === 3).toBe(true)
  expect(await serve()).toBeUndefined()
})
