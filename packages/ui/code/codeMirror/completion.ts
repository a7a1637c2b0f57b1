import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  completionStatus,
  currentCompletions,
  selectedCompletionIndex,
  setSelectedCompletion,
} from '@codemirror/autocomplete'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap, tooltips } from '@codemirror/view'
import type { CodeCompleter, CodeSuggestion, CodeSuggestions } from '../CodeEditorProps.ts'

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

function sourceOf(complete: CodeCompleter): CompletionSource {
  const ask = ({ state, pos, explicit }: CompletionContext) =>
    complete({ text: state.doc.toString(), position: pos, isExplicit: explicit })
  const toResult = (found: CodeSuggestions | undefined): CompletionResult | null => {
    if (found === undefined || found.items.length === 0) return null
    const options = found.items.map((item, index) => toCompletion(item, index === 0 && (found.isFirstMeant ?? false)))
    return { from: found.from, to: found.to, options, filter: false, update }
  }
  // CodeMirror ignores an outdated popup, so Enter right after a letter would break the line or submit the text.
  const update: NonNullable<CompletionResult['update']> = (_result, _from, _to, context) => {
    const found = ask(context)
    return found instanceof Promise ? null : toResult(found)
  }
  return async context => {
    const found = await ask(context)
    // CodeMirror asks again when a result no longer matches. Without a result it would wait for the next key.
    if (context.view && context.view.state.doc !== context.state.doc) return { from: context.pos, options: [] }
    return toResult(found)
  }
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
