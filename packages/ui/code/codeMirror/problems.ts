import { setDiagnostics } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import type { CodeProblem } from '../CodeEditorProps.ts'

/** Underlines what is wrong; the sentence shows where the pointer rests on it. */
export function showProblems(view: EditorView, problems: readonly CodeProblem[] = []): void {
  const { length } = view.state.doc
  const diagnostics = problems.map(({ from, to, message }) => {
    const end = Math.min(to, length)
    // Nothing can be underlined where something is missing: the character before it is.
    const start = Math.min(from, end === length && from === to ? Math.max(0, length - 1) : end)
    return { from: start, to: end, severity: 'error' as const, message }
  })
  view.dispatch(setDiagnostics(view.state, diagnostics))
}
