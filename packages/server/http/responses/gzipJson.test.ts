import { createHook } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { limitPoolTasks } from '../../runtime/Semaphore.ts'
import { gzipJson } from './gzipJson.ts'

test('responses are compressed a few at a time, so that the sync of a commit finds a thread of the pool', async () => {
  let started = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ZLIB') started += 1
    },
  }).enable()
  onTestFinished(() => void hook.disable())
  const responses = 200
  const json = JSON.stringify('a'.repeat(10_000))
  let ended = 0
  let mostAtOnce = 0
  const bodies = Array.from({ length: responses }, async () => {
    const body = await gzipJson({ method: 'GET', headers: { 'accept-encoding': 'gzip' } }, json)
    mostAtOnce = Math.max(mostAtOnce, started - ended)
    ended += 1
    return body
  })
  const complete = await Promise.all(bodies)
  expect(started).toBe(responses)
  expect(mostAtOnce).toBeLessThan(responses / 2)
  for (const body of complete) expect(String(gunzipSync(body ?? ''))).toBe(json)
})

test.each([
  ['2,048 ASCII characters', 'a', 2046, true],
  ['2,047 of them', 'a', 2045, false],
  ['fewer characters of several bytes', '日', 682, true],
  ['one less of them', '日', 681, false],
])('a response is compressed from 2,048 bytes, as a text and from the cache: %s', async (_, character, length, isCompressed) => {
  const json = JSON.stringify(character.repeat(length))
  for (const given of [json, new TextEncoder().encode(json)]) {
    const body = await gzipJson({ method: 'GET', headers: { 'accept-encoding': 'gzip' } }, given)
    expect(body !== undefined).toBe(isCompressed)
  }
})

const places = limitPoolTasks(availableParallelism())

test.skipIf(places === 1)('a short response is compressed while long ones wait for their turn', async () => {
  const request = { method: 'GET', headers: { 'accept-encoding': 'gzip' } }
  const text = JSON.stringify('a'.repeat(4_000_000))
  let ended = 0
  const long = Array.from({ length: 2 * places }, async () => {
    await gzipJson(request, text)
    ended += 1
  })
  await gzipJson(request, JSON.stringify('a'.repeat(10_000)))
  // If it had waited behind them, more would have ended.
  expect(ended).toBeLessThanOrEqual(places)
  await Promise.all(long)
})
