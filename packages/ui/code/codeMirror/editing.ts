import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { nextDiagnostic } from '@codemirror/lint'
import { search, searchKeymap } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import { EditorView, highlightSpecialChars, type KeyBinding, keymap } from '@codemirror/view'

/** Keys of the forms and layers around the editor. */
const foreign = ['Escape', 'Mod-Enter']
/** Of no use in one line, and of some around it. */
const vertical = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown']
/** Need several carets, which there are not. */
const manyCarets = ['Mod-d', 'Mod-Shift-l']

const without = (bindings: readonly KeyBinding[], keys: readonly string[]) =>
  bindings.filter(({ key = '' }) => !keys.includes(key))

/** A character that cannot be seen stands as a sign with a name. */
const unseen = highlightSpecialChars({
  render: (_code, description, sign) => {
    const span = document.createElement('span')
    span.className = 'cm-specialChar'
    span.textContent = sign
    span.title = description ?? ''
    span.role = 'img'
    span.ariaLabel = description
    return span
  },
})

const inOneLine: Extension = keymap.of(without(standardKeymap, [...foreign, ...vertical]))

/** Only what is in view is in the page, so the browser's own search would miss the rest. */
const inLines: Extension = [
  EditorView.lineWrapping,
  indentOnInput(),
  search({ top: true }),
  keymap.of([...without(searchKeymap, manyCarets), ...without(defaultKeymap, foreign)]),
]

/** Typing: history, brackets, keys. Tab is not among them, it leads on to the next control. */
export function editing(isOneLine: boolean): Extension {
  return [
    history(),
    closeBrackets(),
    bracketMatching(),
    unseen,
    keymap.of([...closeBracketsKeymap, ...historyKeymap, { key: 'F8', run: nextDiagnostic }]),
    isOneLine ? inOneLine : inLines,
  ]
}
