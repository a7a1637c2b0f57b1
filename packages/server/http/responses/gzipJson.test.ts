import { createHook } from 'node:async_hooks'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
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
