import { history, undo } from '@codemirror/commands'
import type { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EditLog } from '../EditLog.ts'
import { replayEdits } from './replayEdits.ts'

function replay(texts: readonly string[]) {
  const log = new EditLog(texts[0] ?? '')
  for (const text of texts) log.record(text, text.length, text.length)
  const last = texts.at(-1) ?? ''
  const start = { language: [], first: log.first, edits: log.edits, anchor: 0, head: last.length, hasFocus: false, scrollTop: 0 }
  return replayEdits(start, [history()])
}

/** Returns the texts after each undo step. */
function undone(state: EditorState): string[] {
  const texts: string[] = []
  let current = state
  const dispatch = (transaction: { state: EditorState }) => {
    current = transaction.state
    texts.push(current.doc.toString())
  }
  while (undo({ state: current, dispatch }));
  return texts
}

test('one undo step reverts contiguous typing', () => {
  const state = replay(['', 't', 'ti', 'tit'])
  expect(state.doc.toString()).toBe('tit')
  expect([state.selection.main.anchor, state.selection.main.head]).toEqual([0, 3])
  expect(undone(state)).toEqual([''])
})

test('replacing a selection is a separate undo step', () => {
  expect(undone(replay(['', 'o', 'on', 'one', 't', 'tw', 'two']))).toEqual(['one', ''])
})

test('any history ends with its last text and can be undone to its first', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', '😀') })
  const plain = (given = '') => given.replace(/\r\n?/g, '\n')
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), texts => {
      const state = replay(texts)
      expect(state.doc.toString()).toBe(plain(texts.at(-1)))
      expect(undone(state).at(-1) ?? plain(texts.at(-1))).toBe(plain(texts[0]))
    }),
  )
})
