import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLongRun } from '../../harness/isLongRun.ts'
import { type ServedMagazine, serveMagazine } from '../collections/serveMagazine.ts'
import { compareAnswers, compareChanges, compareSignIns, requesters } from './comparedAnswers.ts'
import { openListeners } from './comparedEvents.ts'
import { buildCollections, specOf } from './randomCollections.ts'

let magazine: ServedMagazine
let listeners: Awaited<ReturnType<typeof openListeners>>
beforeAll(async () => {
  magazine = await serveMagazine()
  await magazine.asAdmin('PATCH', '/today/api/settings', { batch: { enabled: true } })
  listeners = await openListeners(magazine)
})
afterAll(async () => {
  listeners.close()
  await magazine.close()
})

/** Milliseconds after which no further collections are compared, once enough answers are. */
const enoughMs = isLongRun ? Number.POSITIVE_INFINITY : 7_000
const minCompared = 100

test('neither dialect shows a field in a response or event that the other one hides, over random collections, rules and requesters', async () => {
  let compared = 0
  const endsAt = performance.now() + enoughMs
  const property = fc.asyncProperty(fc.array(specOf, { minLength: 2, maxLength: 2 }), async specs => {
    // On a busy machine, a single round can take longer, and a time limit of fast-check would fail without a complete one.
    if (compared > minCompared && performance.now() > endsAt) return
    const built = await buildCollections(magazine, specs)
    for (const who of requesters) {
      for (const collection of built) {
        const { name, ids, visible } = collection
        const records = `/collections/${name}/records`
        const filters = ['hidden_1 = "secret"', 'peer.hidden_1 ?= "secret"', 'hidden_1:length > 1', `${visible.at(-1)} != ""`]
        const queries = [
          'sort=id',
          'sort=id&expand=owner,peer,peer.owner',
          'sort=-hidden_1,id',
          ...filters.map(filter => `sort=id&filter=${encodeURIComponent(filter)}`),
        ]
        for (const query of queries) await compareAnswers(magazine, who, `${records}?${query}`)
        for (const id of ids) await compareAnswers(magazine, who, `${records}/${id}?expand=peer,owner`)
        await compareChanges(magazine, who, collection)
        compared += queries.length + ids.length
      }
    }
    for (const collection of built) await compareSignIns(magazine, collection)
    await listeners.compareEvents(built)
    for (const { name } of built.toReversed()) await magazine.change('DELETE', `/${name}`)
  })
  await fc.assert(property, { numRuns: isLongRun ? 30 : 12, endOnFailure: true })
  expect(compared).toBeGreaterThan(minCompared)
}, 300_000)
