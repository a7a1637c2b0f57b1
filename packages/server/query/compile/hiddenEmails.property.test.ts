import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmailQuestion, emailQuestions, otherHiddenEmails } from '../../../../test/harness/hiddenEmails.ts'
import { randomFilters } from '../../../../test/harness/randomFilters.ts'
import { type Magazine, openMagazine } from '../testing/openMagazine.ts'

let magazine: Magazine
let other: Magazine
let questions: Arbitrary<EmailQuestion>
beforeAll(async () => {
  magazine = await openMagazine()
  other = await openMagazine(otherHiddenEmails)
  questions = emailQuestions(randomFilters(magazine.catalog.all, { hasFixedTime: true }))
})
afterAll(async () => {
  await magazine.close()
  await other.close()
})

test('hidden emails influence neither which records are found nor their order', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(questions, async ({ collection, filter, rule, sort }) => {
      const query = { filter, sort, ...(rule !== '' && { rule }), allowHidden: false, now: new Date() }
      const ids = await magazine.find(collection, query)
      if (ids.length > 0) found += 1
      expect(await other.find(collection, query)).toEqual(ids)
    }),
    { numRuns: 500 },
  )
  expect(found, 'questions that found something').toBeGreaterThan(100)
})

test('data directories that differ in hidden emails yield different results if these emails can be read', async () => {
  let different = 0
  await fc.assert(
    fc.asyncProperty(questions, async ({ collection, filter, sort }) => {
      const ids = await magazine.find(collection, { filter, sort })
      if (`${ids}` !== `${await other.find(collection, { filter, sort })}`) different += 1
    }),
    { numRuns: 200 },
  )
  expect(different).toBeGreaterThan(10)
})
