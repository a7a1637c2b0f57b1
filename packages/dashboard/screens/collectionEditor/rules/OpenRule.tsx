import type { FilterSubject } from '@coffer/schema'
import { Button, CodeEditor, type CodeEditorHandle, FieldFrame } from '@coffer/ui'
import { Lock } from 'lucide-react'
import { type RefObject, useMemo } from 'react'
import { useFilterAssist } from '../../../filter/useFilterAssist.ts'
import { setRule } from '../edited/collection.ts'
import type { CollectionForm } from '../useCollectionForm.ts'
import { RuleComparison } from './RuleComparison.tsx'
import { RuleWords } from './RuleWords.tsx'
import type { RuleKind } from './ruleKinds.ts'

interface OpenRuleProps {
  kind: RuleKind
  form: CollectionForm
  rule: string
  subject: FilterSubject
  editor: RefObject<CodeEditorHandle | null>
  onCaretChange: (place: number | undefined) => void
  onLock: () => void
}

/** Editor of a rule that is not admins only, with a description of whom it allows. */
export function OpenRule({ kind, form, rule, subject, editor, onCaretChange, onLock }: OpenRuleProps) {
  const { name, label, path, whenEmpty, notes } = kind
  const assist = useFilterAssist(rule, subject, { isValidated: true, isDone: false })
  const serverError = form.errors[path]
  const place = form.positions[path]
  const found = assist.editor.problems
  const problems = useMemo(
    () => (serverError && place && !found?.length ? [{ from: place.start, to: place.end, message: serverError }] : found),
    [serverError, place, found],
  )
  const error = assist.problem?.message ?? serverError
  const help = (
    <>
      {!error && <RuleWords kind={kind} rule={rule} stored={form.edited.stored} collection={subject.collection} />}
      {!error && <RuleComparison edited={form.edited} name={name} />}
      {notes.map(note => (
        <p key={note}>{note}</p>
      ))}
    </>
  )
  return (
    <FieldFrame
      label={label}
      error={error}
      help={help}
      aside={
        <Button variant="quiet" size="small" icon={Lock} aria-label={`Set Admins only: ${label}`} onClick={onLock}>
          Set Admins only
        </Button>
      }
    >
      {({ control, labelId }) => (
        <CodeEditor
          {...control}
          {...assist.editor}
          ref={editor}
          aria-labelledby={labelId}
          problems={problems}
          placeholder={whenEmpty === undefined ? undefined : 'Leave empty to grant everyone access...'}
          maxHeight={240}
          value={rule}
          onValueChange={text => form.change(last => setRule(last, name, text), path)}
          onCaretChange={place => {
            assist.editor.onCaretChange?.(place)
            onCaretChange(place)
          }}
        />
      )}
    </FieldFrame>
  )
}
