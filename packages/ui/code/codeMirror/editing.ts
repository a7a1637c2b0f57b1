import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { nextDiagnostic } from '@codemirror/lint'
import { search, searchKeymap } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import { EditorView, highlightSpecialChars, type KeyBinding, keymap } from '@codemirror/view'

/** Keys that the surrounding forms and layers handle. */
const handledByPage = ['Escape', 'Mod-Enter']
/** Keys that do nothing in a single line, so that surrounding elements can handle them. */
const vertical = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown']
/** Commands for several carets, which are disabled. */
const multipleCursors = ['Mod-d', 'Mod-Shift-l']

const without = (bindings: readonly KeyBinding[], keys: readonly string[]) =>
  bindings.filter(({ key = '' }) => !keys.includes(key))

/** Shows an invisible character as a symbol with a name. */
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

const inOneLine: Extension = keymap.of(without(standardKeymap, [...handledByPage, ...vertical]))

/** The editor renders only visible lines, so the browser's search would miss the others. */
const inLines: Extension = [
  EditorView.lineWrapping,
  indentOnInput(),
  search({ top: true }),
  keymap.of([...without(searchKeymap, multipleCursors), ...without(defaultKeymap, handledByPage)]),
]

/** History, bracket matching and key bindings. Tab is not bound: it moves to the next control. */
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
