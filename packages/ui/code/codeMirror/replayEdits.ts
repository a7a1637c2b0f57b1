import { EditorState, type Extension, Transaction } from '@codemirror/state'
import type { CodeStart } from './mountCode.ts'

/** The state of an editor in which everything that was typed before can be undone. */
export function replayEdits({ first, edits, anchor, head }: CodeStart, extensions: Extension): EditorState {
  let state = EditorState.create({ doc: first, extensions })
  for (const edit of edits) {
    const end = state.doc.length - (edit.to - edit.from) + edit.insert.length
    state = state.update({
      changes: edit,
      selection: { anchor: Math.min(edit.anchor, end), head: Math.min(edit.head, end) },
      userEvent: edit.insert === '' ? 'delete' : 'input.type',
      annotations: Transaction.time.of(edit.time),
    }).state
  }
  const { length } = state.doc
  return state.update({ selection: { anchor: Math.min(anchor, length), head: Math.min(head, length) } }).state
}
