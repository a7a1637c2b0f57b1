import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { nextDiagnostic } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { highlightSpecialChars, type KeyBinding, keymap } from '@codemirror/view'

/** Keys of the forms and layers around the editor. */
const foreign = ['Escape', 'Mod-Enter']
/** Of no use in one line, and of some around it. */
const vertical = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown']

const without = (bindings: readonly KeyBinding[], keys: readonly string[]) =>
  bindings.filter(({ key = '' }) => !keys.includes(key))

/** Typing: history, brackets, keys. Tab is not among them, it leads on to the next control. */
export function editing(isOneLine: boolean): Extension {
  return [
    history(),
    closeBrackets(),
    bracketMatching(),
    highlightSpecialChars(),
    isOneLine ? [] : indentOnInput(),
    keymap.of([
      ...closeBracketsKeymap,
      ...(isOneLine ? without(standardKeymap, [...foreign, ...vertical]) : without(defaultKeymap, foreign)),
      ...historyKeymap,
      { key: 'F8', run: nextDiagnostic },
    ]),
  ]
}
