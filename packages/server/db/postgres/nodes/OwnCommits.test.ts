import { expect, test } from 'vitest'
import type { NodeCommit } from '../../nodes.ts'
import { OwnCommits } from './OwnCommits.ts'

const commitOf = (record: string): NodeCommit => ({
  changes: { records: new Set([record]), collections: false, settings: false },
  events: [],
})

test('a commit with an unknown outcome is delivered if the log reaches it, and forgotten when the log has passed it', () => {
  const delivered: string[] = []
  const passed = new Set<string>()
  const own = new OwnCommits(
    ({ changes }) => delivered.push(...changes.records),
    xid => passed.has(xid),
  )
  for (const xid of ['1', '2']) {
    own.begin(xid, commitOf(xid))
    own.markUnknown(xid)
  }
  own.forgetUnknown()
  own.deliver('1')
  passed.add('2')
  own.forgetUnknown()
  own.deliver('2')
  expect(delivered).toEqual(['1'])
})

test('commits on disk that cannot be delivered keep no request waiting, and the later ones are delivered', async () => {
  const delivered: string[] = []
  const own = new OwnCommits(
    ({ changes }) => {
      if (changes.records.has('1')) throw new Error('The caches cannot be dropped.')
      delivered.push(...changes.records)
    },
    () => false,
  )
  const requests = ['1', '2'].map(xid => {
    own.begin(xid, commitOf(xid))
    return own.settle(xid)
  })
  expect(() => own.deliverCommitted()).toThrow('The caches cannot be dropped.')
  await Promise.all(requests)
  expect(delivered).toEqual(['2'])
})
