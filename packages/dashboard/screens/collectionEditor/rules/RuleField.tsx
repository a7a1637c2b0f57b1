import type { FilterSubject } from '@coffer/schema'
import type { CodeEditorHandle } from '@coffer/ui'
import { type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { lockRule, unlockRule } from '../edited/collection.ts'
import type { CollectionForm } from '../useCollectionForm.ts'
import { LockedRule } from './LockedRule.tsx'
import { OpenRule } from './OpenRule.tsx'
import type { RuleKind } from './ruleKinds.ts'

interface RuleFieldProps {
  kind: RuleKind
  form: CollectionForm
  subject: FilterSubject
  onCaretChange: (place: number | undefined) => void
  /** Editor of the rule; null while it is locked. */
  ref: Ref<CodeEditorHandle>
}

/** One rule, either locked (admins only) or with an editor. Keeps the focus when it is locked or unlocked. */
export function RuleField({ kind, form, subject, onCaretChange, ref }: RuleFieldProps) {
  const { edited, change } = form
  const rule = edited.rules[kind.name]
  const editor = useRef<CodeEditorHandle>(null)
  const unlockButton = useRef<HTMLButtonElement>(null)
  const isFocusDue = useRef(false)
  useImperativeHandle<CodeEditorHandle | null, CodeEditorHandle | null>(ref, () => (rule === null ? null : editor.current))

  // After every render, because the element to focus may not have been mounted before.
  useLayoutEffect(() => {
    if (!isFocusDue.current) return
    isFocusDue.current = false
    if (rule === null) unlockButton.current?.focus()
    else editor.current?.reveal(rule.length, rule.length)
  })

  if (rule === null) {
    const unlock = () => {
      isFocusDue.current = true
      change(last => unlockRule(last, kind.name), kind.path)
    }
    return <LockedRule kind={kind} error={form.errors[kind.path]} button={unlockButton} onUnlock={unlock} />
  }
  const lock = () => {
    isFocusDue.current = true
    change(last => lockRule(last, kind.name), kind.path)
  }
  return (
    <OpenRule kind={kind} form={form} rule={rule} subject={subject} editor={editor} onCaretChange={onCaretChange} onLock={lock} />
  )
}
