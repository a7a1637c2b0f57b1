import type { Collection, RuleTest } from '@coffer/schema'
import { Button, Dialog, FieldFrame, Select, TextArea, TextInput } from '@coffer/ui'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useFieldErrors } from '../../../shell/form/useFieldErrors.ts'
import styles from './RuleTests.module.css'
import { draftOf, inputsOf, type RuleTestDraft, testOf } from './ruleTestDraft.ts'

interface RuleTestDialogProps {
  open: boolean
  /** Undefined for a new test. */
  test: RuleTest | undefined
  collections: readonly Collection[]
  isView: boolean
  onClose: () => void
  onSet: (test: RuleTest) => void
}

const actionLabels: Readonly<Record<RuleTest['action'], string>> = {
  list: 'List',
  view: 'View',
  create: 'Create',
  update: 'Update',
  delete: 'Delete',
}

const stored = 'stored'

/** Dialog that edits a rule test. It is stored when the collection is saved. */
export function RuleTestDialog({ open, test, collections, isView, onClose, onSet }: RuleTestDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(test))
  const form = useRef<HTMLFormElement>(null)
  const { errors, show } = useFieldErrors(form)
  const formId = useId()
  const inputs = inputsOf(draft)
  const { test: edited, issues } = testOf(draft)
  /** Returns the error of an input that the last attempt has shown, until the input is right. */
  const errorOf = (input: keyof RuleTestDraft): string => (errors[input] && issues[input]) ?? ''
  const set = (change: Partial<RuleTestDraft>) => setDraft(last => ({ ...last, ...change }))
  const personas = [
    { value: 'guest', label: 'A guest' },
    ...collections
      .filter(({ type }) => type === 'auth')
      .map(({ name }) => ({ value: `new:${name}`, label: `A new user of ${name}` })),
    { value: stored, label: 'A stored user' },
  ]
  const isKnown = personas.some(({ value }) => value === draft.persona)
  const expectations = [
    { value: 'allowed' as const, label: draft.action === 'list' ? 'Allowed: it has records' : 'Allowed' },
    { value: 'denied' as const, label: draft.action === 'list' ? 'Denied: it is empty or rejected' : 'Denied by the rule' },
    ...(draft.action === 'list' ? [{ value: 'count' as const, label: 'A number of records' }] : []),
  ]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A dialog inside of the editor's form must not submit that one.
    event.stopPropagation()
    show(issues)
    if (edited) onSet(edited)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={test ? 'Update rule test' : 'New rule test'}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary">
            Set test
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className={styles.form} onSubmit={submit}>
        <FieldFrame label="Who">
          {({ control }) => (
            <Select
              {...control}
              options={personas}
              value={isKnown ? draft.persona : stored}
              onChange={(value: string) => set({ persona: value === stored ? '' : value })}
              searchable={false}
            />
          )}
        </FieldFrame>
        {!isKnown && (
          <FieldFrame label="User" help="The collection and the id, such as users/RECORD_ID." error={errorOf('persona')}>
            {({ control }) => <TextInput {...control} value={draft.persona} onValueChange={persona => set({ persona })} />}
          </FieldFrame>
        )}
        <FieldFrame label="Action">
          {({ control }) => (
            <Select
              {...control}
              options={Object.entries(actionLabels)
                .filter(([action]) => !isView || action === 'list' || action === 'view')
                .map(([value, label]) => ({ value, label }))}
              value={draft.action}
              onChange={(value: string) =>
                set({ action: value as RuleTest['action'], ...(draft.expected === 'count' && { expected: 'allowed' }) })
              }
              searchable={false}
            />
          )}
        </FieldFrame>
        {inputs.record && (
          <FieldFrame label="Record">
            {({ control }) => (
              <Select
                {...control}
                options={[
                  { value: 'given', label: inputs.needsRecord ? 'Created for the test' : 'None, or created for the test' },
                  { value: stored, label: 'A stored record' },
                ]}
                value={draft.isGiven ? 'given' : stored}
                onChange={(value: string) => set({ isGiven: value === 'given' })}
                searchable={false}
              />
            )}
          </FieldFrame>
        )}
        {inputs.record && draft.isGiven && (
          <FieldFrame
            label="Given record"
            help="Its values as JSON. {user} stands for the id of the user."
            error={errorOf('given')}
          >
            {({ control }) => <TextArea {...control} mono rows={3} value={draft.given} onValueChange={given => set({ given })} />}
          </FieldFrame>
        )}
        {inputs.record && !draft.isGiven && (
          <FieldFrame label="Record id" error={errorOf('record')}>
            {({ control }) => <TextInput {...control} value={draft.record} onValueChange={record => set({ record })} />}
          </FieldFrame>
        )}
        {inputs.data && (
          <FieldFrame
            label="Data"
            help="The values that the client sends, as JSON. {user} and {record} stand for the ids."
            error={errorOf('data')}
          >
            {({ control }) => <TextArea {...control} mono rows={3} value={draft.data} onValueChange={data => set({ data })} />}
          </FieldFrame>
        )}
        <FieldFrame label="Query" help="The part of the URL after “?”, such as filter=title~'x'.">
          {({ control }) => <TextInput {...control} value={draft.query} onValueChange={query => set({ query })} />}
        </FieldFrame>
        <FieldFrame
          label="Headers"
          help="One per line, such as x-team: red. Rules read it as @request.headers.x_team."
          error={errorOf('headers')}
        >
          {({ control }) => (
            <TextArea {...control} mono rows={2} value={draft.headers} onValueChange={headers => set({ headers })} />
          )}
        </FieldFrame>
        <FieldFrame label="Expected">
          {({ control }) => (
            <Select
              {...control}
              options={expectations}
              value={draft.expected}
              onChange={(value: string) => set({ expected: value as RuleTestDraft['expected'] })}
              searchable={false}
            />
          )}
        </FieldFrame>
        {draft.expected === 'count' && (
          <FieldFrame label="Number of records" error={errorOf('count')}>
            {({ control }) => (
              <TextInput {...control} inputMode="numeric" value={draft.count} onValueChange={count => set({ count })} />
            )}
          </FieldFrame>
        )}
        <FieldFrame label="Name" help="Leave empty to describe the test by what it does." error={errorOf('name')}>
          {({ control }) => <TextInput {...control} value={draft.name} onValueChange={name => set({ name })} />}
        </FieldFrame>
      </form>
    </Dialog>
  )
}
