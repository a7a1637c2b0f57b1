import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasDecisionPage, readDeviations, readExpectedToFail } from './runner/expectations.ts'
import { listAreas, readTopics, recordedName } from './runner/readTopics.ts'

const recorded = new Set(
  listAreas()
    .flatMap(area => readTopics(area, 'provider.example'))
    .flatMap(({ area, topic, scenarios }) => scenarios.map(({ name }) => `${area}/${topic}: ${name}`)),
)

const failing = Object.entries(readExpectedToFail()).flatMap(([topic, names]) => names.map(name => `${topic}: ${name}`))
const deviating = Object.entries(readDeviations('postgres', true)).flatMap(([topic, pages]) =>
  Object.keys(pages).map(name => `${topic}: ${name}`),
)

test('the lists name only recorded scenarios', () => {
  expect([...failing, ...deviating].filter(name => !recorded.has(recordedName(name)))).toEqual([])
})

test('no scenario is listed twice', () => {
  const all = [...failing, ...deviating]
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([])
})

test('every area of the recordings has a test file', () => {
  expect(listAreas().filter(area => !existsSync(new URL(`${area}.test.ts`, import.meta.url)))).toEqual([])
})

test('each intended difference names a step, alone or with a value, and the page of its decision', () => {
  const deviations = Object.values(readDeviations('postgres', true)).flatMap(scenarios => Object.values(scenarios))
  const differences = deviations.flatMap(listed => (typeof listed === 'string' ? [] : Object.entries(listed.differs ?? {})))
  expect(differences.length).toBeGreaterThan(0)
  expect(differences.filter(([place, page]) => !/^[1-9]\d*(: .+)?$/.test(place) || !hasDecisionPage(page))).toEqual([])
})

test('each intended difference to the conversations of today is listed with the number of its step', () => {
  const deviations = readDeviations('postgres', false)
  const unclear = readTopics('today', 'provider.example').flatMap(({ topic, scenarios }) =>
    scenarios.filter(({ name, steps }) => {
      const listed = deviations[`today/${topic}`]?.[name]
      if (listed === undefined) return false
      const numbers = typeof listed === 'string' ? [] : Object.keys(listed.differs ?? {}).map(Number.parseFloat)
      return numbers.length === 0 || !numbers.every(number => number >= 1 && number <= steps.length)
    }),
  )
  expect(unclear.map(({ name }) => name)).toEqual([])
})
