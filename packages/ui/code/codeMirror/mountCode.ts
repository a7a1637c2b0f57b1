import { isolateHistory } from '@codemirror/commands'
import { Compartment, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { CodeEditorProps } from '../CodeEditorProps.ts'
import { diffText } from '../diffText.ts'
import { withPlainBreaks } from '../EditLog.ts'
import { adoptStyles } from './adoptStyles.ts'
import { appearance } from './appearance.ts'
import { completion } from './completion.ts'
import { editing } from './editing.ts'
import { oneLine } from './oneLine.ts'
import { showProblems } from './problems.ts'
import { type RecordedEdits, replayEdits } from './replayEdits.ts'
import { settings } from './settings.ts'

/** The state that the editor takes over from the plain input. */
export interface CodeStart extends RecordedEdits {
  language: Extension
  hasFocus: boolean
  scrollTop: number
}

export interface MountedCode {
  /** Focuses the editor. */
  element: HTMLElement
  update: (props: CodeEditorProps) => void
  /** Selects the range between two offsets, clamped to the text, and scrolls it into view. */
  select: (from: number, to: number) => void
  destroy: () => void
}

export type MountCode = typeof mountCode

/** Mounts an editor in an element with the text, caret and history of the plain input. */
export function mountCode(parent: HTMLElement, initial: CodeEditorProps, start: CodeStart): MountedCode {
  let props = initial
  // The last reported text, which comes back as the value. Comparing it with the document would be slow for long texts.
  let reported = initial.value
  const variable = new Compartment()
  const extensions = [
    start.language,
    variable.of(settings(initial)),
    editing(initial.singleLine ?? false),
    initial.singleLine ? oneLine : [],
    initial.complete ? completion(question => props.complete?.(question), initial.singleLine ?? false) : [],
    appearance,
    EditorView.updateListener.of(update => {
      if (update.docChanged) {
        reported = update.state.doc.toString()
        props.onValueChange?.(reported)
      }
      if (!update.docChanged && !update.selectionSet && !update.focusChanged) return
      props.onCaretChange?.(update.view.hasFocus ? update.state.selection.main.head : undefined)
    }),
  ]
  adoptStyles()
  const view = new EditorView({ parent, state: replayEdits(start, extensions) })
  if (initial.singleLine) view.contentDOM.removeAttribute('aria-multiline')
  if (start.hasFocus) view.focus()
  view.requestMeasure({
    read: () => {},
    write: () => {
      view.scrollDOM.scrollTop = start.scrollTop
    },
  })
  showProblems(view, initial.problems)

  const update = (next: CodeEditorProps) => {
    const last = props
    props = next
    if (next.value !== last.value && next.value !== reported) replaceText(view, next.value)
    const changed = settings(next, last)
    if (changed) view.dispatch({ effects: variable.reconfigure(changed) })
    if (next.problems !== last.problems) showProblems(view, next.problems)
  }
  return {
    element: view.contentDOM,
    update,
    select: (from, to) => {
      const { length } = view.state.doc
      view.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) }, scrollIntoView: true })
    },
    destroy: () => view.destroy(),
  }
}

/** Updates the document to a new value, changing only the part that differs. */
function replaceText(view: EditorView, value: string) {
  const change = diffText(view.state.doc.toString(), withPlainBreaks(value))
  if (change) view.dispatch({ changes: change, annotations: isolateHistory.of('full') })
}
