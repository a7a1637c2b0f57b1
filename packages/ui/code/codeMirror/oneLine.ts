import { closeCompletion } from '@codemirror/autocomplete'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { type Command, EditorView, keymap } from '@codemirror/view'

/** Submits the surrounding form, as Enter does in an input. */
const submit: Command = view => {
  closeCompletion(view)
  view.dom.closest('form')?.requestSubmit()
  return true
}

/** Replaces line breaks with spaces in every change. */
const joinLines = EditorState.transactionFilter.of(transaction => {
  if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction
  const changes = []
  for (let line = 1; line < transaction.newDoc.lines; line++) {
    const { to } = transaction.newDoc.line(line)
    changes.push({ from: to, to: to + 1, insert: ' ' })
  }
  return [transaction, { changes, sequential: true }]
})

/** A single line that scrolls sideways, like an input. */
export const oneLine: Extension = [
  joinLines,
  Prec.high(keymap.of([{ key: 'Enter', run: submit, shift: submit }])),
  EditorView.editorAttributes.of({ class: 'cm-oneLine' }),
]
