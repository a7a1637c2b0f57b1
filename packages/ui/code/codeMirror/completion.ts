import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionSource,
  completionStatus,
  currentCompletions,
  selectedCompletionIndex,
  setSelectedCompletion,
} from '@codemirror/autocomplete'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap, tooltips } from '@codemirror/view'
import type { CodeCompleter, CodeSuggestion } from '../CodeEditorProps.ts'

interface Suggestion extends Completion {
  continues: boolean
  isMeant: boolean
}

const toCompletion = ({ label, hint, insert, continues = false }: CodeSuggestion, isMeant: boolean): Suggestion => ({
  label,
  continues,
  isMeant,
  ...(hint !== undefined && { detail: hint }),
  ...(insert !== undefined && { apply: insert }),
})

const sourceOf =
  (complete: CodeCompleter): CompletionSource =>
  async ({ state, pos, explicit, view }) => {
    const found = await complete({ text: state.doc.toString(), position: pos, isExplicit: explicit })
    // CodeMirror asks again when a result no longer matches. Without a result it would wait for the next key.
    if (view && view.state.doc !== state.doc) return { from: pos, options: [] }
    if (found === undefined || found.items.length === 0) return null
    const options = found.items.map((item, index) => toCompletion(item, index === 0 && (found.isFirstMeant ?? false)))
    return { from: found.from, to: found.to, options, filter: false }
  }

/** Selects the first suggestion if it is the probable one, and announces the popup to assistive technology. */
function attendant(): Extension {
  let isAnnounced = false
  let shown: readonly Completion[] = []
  return EditorView.updateListener.of(({ view, state }) => {
    if (completionStatus(state) === null) isAnnounced = false
    const options = currentCompletions(state)
    if (options === shown || options.length === 0) return
    shown = options
    const effects = []
    const isMeant = (options[0] as Suggestion | undefined)?.isMeant
    if (isMeant && selectedCompletionIndex(state) === null) effects.push(setSelectedCompletion(0))
    if (!isAnnounced)
      effects.push(EditorView.announce.of(options.length === 1 ? '1 suggestion' : `${options.length} suggestions`))
    isAnnounced = true
    if (effects.length > 0) view.dispatch({ effects })
  })
}

/** Announces the popup in a multi-line editor, which is not a combobox with an expanded state. */
const expansion =
  (isOneLine: boolean) =>
  ({ state }: EditorView): Record<string, string> => ({
    'aria-haspopup': 'listbox',
    ...(isOneLine && { role: 'combobox', 'aria-expanded': String(currentCompletions(state).length > 0) }),
  })

/** Distance in pixels between the popup and the edges of the window. */
const clearance = 8

const withinWindow = ({ dom }: EditorView) => ({
  top: clearance,
  left: clearance,
  bottom: dom.ownerDocument.documentElement.clientHeight - clearance,
  right: dom.ownerDocument.documentElement.clientWidth - clearance,
})

/** A popup of suggestions: the arrow keys select, Enter or Tab accepts, Escape closes. */
export function completion(complete: CodeCompleter, isOneLine: boolean): Extension {
  return [
    autocompletion({
      override: [sourceOf(complete)],
      activateOnTypingDelay: 40,
      activateOnCompletion: taken => (taken as Suggestion).continues,
      selectOnOpen: false,
      // A preselected suggestion is reliable, so Enter can accept it without a delay.
      interactionDelay: 0,
      icons: false,
      maxRenderedOptions: 60,
    }),
    tooltips({ tooltipSpace: withinWindow }),
    Prec.highest(keymap.of([{ key: 'Tab', run: acceptCompletion }])),
    attendant(),
    EditorView.contentAttributes.of(expansion(isOneLine)),
    EditorState.phrases.of({ Completions: 'Suggestions' }),
  ]
}
