import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RecordChange } from '../../records/changes/RecordChange.ts'
import { versions } from '../../runtime/cache/versions.ts'
import { ChangeHistory } from './ChangeHistory.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const limits = { maxChanges: 100, maxCharacters: 10_000, maxAgeMs: 60_000 }

const changeOf = (characters: number): RecordChange => ({
  action: 'update',
  collection: { id: 'notes', name: 'notes', listRule: '', viewRule: '' },
  recordId: 'a',
  changedAt: '',
  record: { t: 'x'.repeat(characters) },
})

function open() {
  const counters = versions()
  return { counters, history: new ChangeHistory(counters, limits) }
}

test('the history stores changes until there are too many, or they are too long or too old', () => {
  const { history } = open()
  for (let index = 1; index <= 150; index += 1) expect(history.add(index, changeOf(1), undefined)).toBe(index)
  expect([history.reachesTo(49), history.reachesTo(50), history.at(50), history.at(51)?.position]).toEqual([
    false,
    true,
    undefined,
    51,
  ])
  for (let index = 151; index <= 153; index += 1) history.add(index, changeOf(4_000), undefined)
  expect([history.reachesTo(150), history.reachesTo(151), history.at(152)?.seq]).toEqual([false, true, 152])
  vi.advanceTimersByTime(limits.maxAgeMs)
  history.add(154, changeOf(1), undefined)
  vi.advanceTimersByTime(limits.maxAgeMs - 1)
  expect([history.at(153), history.at(154)?.seq, history.reachesTo(153)]).toEqual([undefined, 154, true])
  vi.advanceTimersByTime(2)
  expect([history.reachesTo(153), history.reachesTo(154), history.head]).toEqual([false, true, 154])
})

test('a change that exceeds the size of the history is not stored, but noted as missing', () => {
  const { history } = open()
  history.add(1, changeOf(1), undefined)
  history.add(2, changeOf(20_000), undefined)
  expect([history.reachesTo(1), history.reachesTo(2), history.at(2)]).toEqual([false, true, undefined])
})

test('the removed records that the changes of a deletion share count once', () => {
  const { history } = open()
  const removed = { collections: ['notes'], records: new Map([['notes', 'x'.repeat(6_000)]]) }
  for (let index = 1; index <= 3; index += 1) history.add(1, changeOf(1), removed)
  expect(history.reachesTo(0)).toBe(true)
  history.add(2, changeOf(1), { ...removed })
  expect(history.reachesTo(0)).toBe(false)
})

test('changes that were made with other collections are not current, also if they arrive after the change of the collections', () => {
  const { counters, history } = open()
  history.add(counters.nextCommit(), changeOf(1), undefined)
  const late = counters.nextCommit()
  counters.advance('collections')
  history.add(late, changeOf(1), undefined)
  history.noteCollections()
  history.add(counters.nextCommit(), changeOf(1), undefined)
  const isCurrent = [1, 2, 3].map(position => {
    const past = history.at(position)
    return past && history.isCurrent(past)
  })
  expect(isCurrent).toEqual([false, false, true])
})

test('the history contains no changes from before a loss', () => {
  const { history } = open()
  history.add(1, changeOf(1), undefined)
  history.lose()
  expect([history.reachesTo(0), history.reachesTo(1), history.reachesTo(history.head)]).toEqual([false, false, true])
  expect(history.add(2, changeOf(1), undefined)).toBe(history.head)
})
