import { setDiagnostics } from '@codemirror/lint'
import type { EditorView } from '@codemirror/view'
import type { CodeProblem } from '../CodeEditorProps.ts'

/** Underlines errors and shows their message on hover. */
export function showProblems(view: EditorView, problems: readonly CodeProblem[] = []): void {
  const { length } = view.state.doc
  const diagnostics = problems.map(({ from, to, message }) => {
    const end = Math.min(to, length)
    // Missing text cannot be underlined, so the preceding character is.
    const start = Math.min(from, end === length && from === to ? Math.max(0, length - 1) : end)
    return { from: start, to: end, severity: 'error' as const, message }
  })
  view.dispatch(setDiagnostics(view.state, diagnostics))
}
