import { expect, test } from 'vitest'
import { OwnCommits } from './OwnCommits.ts'

test('a commit with an unknown outcome is delivered if the log reaches it, and forgotten when the log has passed it', () => {
  const delivered: string[] = []
  const passed = new Set<string>()
  const own = new OwnCommits(
    ({ changes }) => delivered.push(...changes.records),
    xid => passed.has(xid),
  )
  for (const xid of ['1', '2']) {
    own.begin(xid, { changes: { records: new Set([xid]), collections: false, settings: false }, events: [] })
    own.markUnknown(xid)
  }
  own.forgetUnknown()
  own.deliver('1')
  passed.add('2')
  own.forgetUnknown()
  own.deliver('2')
  expect(delivered).toEqual(['1'])
})
