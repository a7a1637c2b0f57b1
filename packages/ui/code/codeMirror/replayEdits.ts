import { EditorState, type Extension, Transaction } from '@codemirror/state'
import type { Edit } from '../EditLog.ts'

/** Edits of the plain input, made before the editor was loaded. */
export interface RecordedEdits {
  /** The text before the edits. */
  first: string
  edits: readonly Edit[]
  anchor: number
  head: number
}

/** Creates an editor state in which the recorded edits can be undone. */
export function replayEdits({ first, edits, anchor, head }: RecordedEdits, extensions: Extension): EditorState {
  let state = EditorState.create({ doc: first, extensions })
  for (const edit of edits) {
    const time = Transaction.time.of(edit.time)
    // One undo step reverts contiguous typing, which a caret movement ends.
    if (!isAtCaret(edit, state.selection.main.head)) {
      state = state.update({ selection: { anchor: edit.from, head: edit.to }, userEvent: 'select', annotations: time }).state
    }
    const end = state.doc.length - (edit.to - edit.from) + edit.insert.length
    state = state.update({
      changes: edit,
      selection: { anchor: Math.min(edit.anchor, end), head: Math.min(edit.head, end) },
      userEvent: edit.insert === '' ? 'delete' : 'input.type',
      annotations: time,
    }).state
  }
  const { length } = state.doc
  return state.update({ selection: { anchor: Math.min(anchor, length), head: Math.min(head, length) } }).state
}

function isAtCaret({ from, to, insert }: Edit, caret: number): boolean {
  return insert === '' ? from === caret || to === caret : from === to && to === caret
}
