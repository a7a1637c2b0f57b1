import { expect, test } from 'vitest'
import { type CpuProfile, samplesByStation } from './readProfile.ts'

const folder = 'file:///srv/coffer/packages'

/** A profile with a sample of each node, 10 µs apart, from 1,010 µs on. */
function profileOf(nodes: readonly [functionName: string, url: string, children?: readonly number[]][]): CpuProfile {
  return {
    nodes: nodes.map(([functionName, url, children = []], index) => ({
      id: index + 1,
      callFrame: { functionName, url },
      children,
    })),
    startTime: 1000,
    samples: nodes.map((_, index) => index + 1),
    timeDeltas: nodes.map(() => 10),
  }
}

const always = { from: 0, to: Number.POSITIVE_INFINITY }

test('samples count for the folder of the server or the package whose function ran', () => {
  const profile = profileOf([
    ['(root)', '', [2, 3]],
    ['openSite', `${folder}/server/site/openSite.ts`],
    ['validateField', `${folder}/fields/text/validate.ts`],
  ])
  expect([...samplesByStation(profile, always)]).toEqual([
    ['Node', 1],
    ['site', 1],
    ['fields', 1],
  ])
})

test('functions of Node and of libraries count for the function of the repository that has called them', () => {
  const profile = profileOf([
    ['(root)', '', [2]],
    ['readRows', `${folder}/server/db/readRows.ts`, [3, 4]],
    ['all', 'node:sqlite'],
    ['parse', `${folder}/server/node_modules/pg/lib/parse.js`],
  ])
  expect([...samplesByStation(profile, always)]).toEqual([
    ['Node', 1],
    ['db', 3],
  ])
})

test.each(['toString', 'constructor', 'hasOwnProperty'])(
  'a function with the name %s counts for its caller, as any other',
  name => {
    const profile = profileOf([
      ['(root)', '', [2]],
      ['formatTime', `${folder}/server/logs/formatTime.ts`, [3]],
      [name, ''],
    ])
    expect([...samplesByStation(profile, always)]).toEqual([
      ['Node', 1],
      ['logs', 2],
    ])
  },
)

test('collections of garbage have a station of their own, and idle time does not count', () => {
  const profile = profileOf([
    ['(root)', '', [2, 3, 4]],
    ['(garbage collector)', ''],
    ['(program)', ''],
    ['(idle)', ''],
  ])
  expect([...samplesByStation(profile, always)]).toEqual([
    ['Node', 1],
    ['garbage collection', 1],
    ['V8 and system', 1],
  ])
})

test('only samples of the period count', () => {
  const profile = profileOf([
    ['(root)', '', [2, 3]],
    ['read', `${folder}/server/db/read.ts`],
    ['write', `${folder}/server/records/write.ts`],
  ])
  expect([...samplesByStation(profile, { from: 1015, to: 1025 })]).toEqual([['db', 1]])
})
