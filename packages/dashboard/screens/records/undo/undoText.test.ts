import { expect, it } from 'vitest'
import { undoText } from './undoText.ts'

const failures = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ collectionId: 'c', recordId: `r${index}`, message: 'Why.' }))

it.each([
  [1, 1, 0, 'The record was restored.'],
  [3, 3, 0, 'All 3 records were restored.'],
  [1, 0, 1, 'The record could not be restored. Why.'],
  [3, 1, 2, '1 of 3 records was restored.\nr0: Why.\nr1: Why.'],
  [9, 4, 5, '4 of 9 records were restored.\nr0: Why.\nr1: Why.\nr2: Why.\nAnd 2 more.'],
  [5, 4, 0, '4 of 5 records were restored.\nThe server can no longer undo one of them.'],
  [5, 1, 1, '1 of 5 records was restored.\nr0: Why.\nThe server can no longer undo 3 of them.'],
])('undoText after %i deletions: %i restored, %i failed', (count, restored, failed, text) => {
  expect(undoText({ kind: 'deleted', count }, { restored, failed: failures(failed) })).toBe(text)
})

it.each([
  [1, 1, 0, 'The change was undone.'],
  [3, 3, 0, 'The changes of all 3 records were undone.'],
  [1, 0, 1, 'The change could not be undone. Why.'],
  [3, 1, 2, 'The changes of 1 of 3 records were undone.\nr0: Why.\nr1: Why.'],
])('undoText after %i changes: %i undone, %i failed', (count, restored, failed, text) => {
  expect(undoText({ kind: 'changed', count }, { restored, failed: failures(failed) })).toBe(text)
})
