import { expect, test } from 'vitest'
import { NodeMismatchError } from './assertNodeFits.ts'
import { LapseCheck } from './LapseCheck.ts'

/** Opens a check that notes what it does. */
function openCheck({ isOnPrimary = true, mismatch }: { isOnPrimary?: boolean; mismatch?: Error } = {}) {
  const happened: string[] = []
  const check = new LapseCheck({
    isOnPrimary: async () => {
      happened.push('primary')
      return isOnPrimary
    },
    assertFits: async () => {
      happened.push('fits')
      if (mismatch) throw mismatch
    },
  })
  return { check, happened }
}

const quick = { isForgotten: false, tookMs: 5 }
const forgotten = { isForgotten: true, tookMs: 5 }

test('a node that was not suspended checks nothing', async () => {
  const { check, happened } = openCheck()
  expect(check.before(300)).toBeUndefined()
  await check.after(quick)
  expect(happened).toEqual([])
})

test('a node that was suspended looks for the primary before it renews its lease, and compares itself with the others after it', async () => {
  const { check, happened } = openCheck()
  await check.before(5_000)
  expect(happened).toEqual(['primary'])
  await check.after(forgotten)
  expect(happened).toEqual(['primary', 'fits'])
  check.done()
  expect(check.before(300)).toBeUndefined()
})

test('a renewal that has waited for a suspended database counts only after the node has looked for the primary, with the next renewal', async () => {
  const { check, happened } = openCheck()
  expect(check.before(300)).toBeUndefined()
  await expect(check.after({ isForgotten: true, tookMs: 3_000 })).rejects.toMatchObject({ kind: 'unreachable' })
  await check.before(300)
  // The read of the log in between renews nothing.
  expect(check.before(300)).toBeUndefined()
  await check.after(forgotten)
  expect(happened).toEqual(['primary', 'fits'])
})

test('a renewal that is slow again makes the node look for the primary again', async () => {
  const { check, happened } = openCheck()
  await check.before(5_000)
  await expect(check.after({ isForgotten: true, tookMs: 3_000 })).rejects.toMatchObject({ kind: 'unreachable' })
  await check.before(5_000)
  await check.after(forgotten)
  expect(happened).toEqual(['primary', 'primary', 'fits'])
})

test('a node whose session leads to a former primary does not go on, nor one that no longer fits the others', async () => {
  await expect(openCheck({ isOnPrimary: false }).check.before(5_000)).rejects.toMatchObject({ kind: 'unreachable' })
  const { check } = openCheck({ mismatch: new NodeMismatchError('Another key.') })
  await check.before(5_000)
  await expect(check.after(forgotten)).rejects.toThrow('Another key.')
})
