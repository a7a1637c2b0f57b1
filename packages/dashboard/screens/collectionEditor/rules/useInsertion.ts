import type { CodeEditorHandle } from '@coffer/ui'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { setRule } from '../edited/collection.ts'
import type { EditedRule } from '../edited/EditedCollection.ts'
import type { CollectionForm } from '../useCollectionForm.ts'
import type { RuleKind } from './ruleKinds.ts'

interface Insertion {
  /** Inserts a name at the last caret position and focuses that rule; undefined if all rules are locked. */
  insert: ((name: string) => void) | undefined
  noteCaret: (rule: EditedRule, place: number | undefined) => void
  editorRef: (rule: EditedRule) => (editor: CodeEditorHandle | null) => void
}

/** Inserts names into rules from outside of their editors. */
export function useInsertion({ edited: { rules }, change }: CollectionForm, kinds: readonly RuleKind[]): Insertion {
  const editors = useRef(new Map<EditedRule, CodeEditorHandle>())
  const caret = useRef<{ rule: EditedRule; place: number }>(undefined)
  const firstOpen = kinds.find(({ name }) => rules[name] !== null)

  const insert = (name: string) => {
    const last = caret.current
    const rule = last && rules[last.rule] !== null ? last.rule : firstOpen?.name
    const text = rule && rules[rule]
    if (rule === undefined || typeof text !== 'string') return
    const inserted = insertName(text, last?.rule === rule ? Math.min(last.place, text.length) : text.length, name)
    flushSync(() => change(before => setRule(before, rule, inserted.text), kinds.find(kind => kind.name === rule)?.path))
    editors.current.get(rule)?.reveal(inserted.place, inserted.place)
  }

  return {
    insert: firstOpen && insert,
    noteCaret: (rule, place) => {
      // Remembers the position when the editor loses the focus.
      if (place !== undefined) caret.current = { rule, place }
    },
    editorRef: rule => editor => {
      if (editor) editors.current.set(rule, editor)
      else editors.current.delete(rule)
    },
  }
}

/** Inserts a name into a text, with blanks where needed. Returns the text and the position after the name. */
export function insertName(text: string, place: number, name: string): { text: string; place: number } {
  const before = text.slice(0, place)
  const after = text.slice(place)
  const gap = before === '' || /[\s(]$/.test(before) ? '' : ' '
  const behind = /^[\w"'@]/.test(after) ? ' ' : ''
  return { text: before + gap + name + behind + after, place: before.length + gap.length + name.length }
}
