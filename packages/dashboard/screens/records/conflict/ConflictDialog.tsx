import { ownValue } from '@coffer/fields/ownValue'
import type { ViewContext } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { Button, Dialog } from '@coffer/ui'
import { useId, useState } from 'react'
import styles from './ConflictDialog.module.css'
import { ConflictField, type Side } from './ConflictField.tsx'
import { comparedFields } from './comparedFields.ts'
import type { Conflicts } from './useConflictQuestion.ts'
import { useRelatedRecords } from './useRelatedRecords.ts'

interface ConflictDialogProps {
  open: boolean
  collection: Collection
  conflicts: Conflicts
  context: ViewContext
  onAnswer: (discarded: string[] | undefined) => void
}

const texts = {
  save: { since: 'after you opened the record', cancel: 'Keep editing', answer: 'Save' },
  restore: { since: 'since you typed this draft', cancel: 'Cancel', answer: 'Restore draft' },
}

/** Shows both values of each conflicting field and lets the user choose. */
export function ConflictDialog({ open, collection, conflicts, context, onAnswer }: ConflictDialogProps) {
  const { purpose, names, draft, stored } = conflicts
  const { since, cancel, answer } = texts[purpose]
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const fields = comparedFields(collection, names)
  const related = useRelatedRecords(
    fields.map(({ field }) => field),
    [draft, stored],
    context,
  )
  const formId = useId()
  const isChosen = names.every(name => ownValue(choices, name) !== undefined)
  const isOne = names.length === 1
  const chooseAll = (side: Side) => setChoices(Object.fromEntries(names.map(name => [name, side])))

  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(undefined)}
      size="large"
      title="Someone else changed this record"
      footer={
        <>
          <Button variant="quiet" onClick={() => onAnswer(undefined)}>
            {cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" disabled={!isChosen}>
            {answer}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          if (isChosen) onAnswer(names.filter(name => ownValue(choices, name) === 'theirs'))
        }}
      >
        <p className={styles.intro}>
          {isOne ? 'A value that you changed was' : `${names.length} values that you changed were`} also changed by someone else{' '}
          {since}. {isOne ? 'Choose' : 'For each of them, choose'} which value to keep. Nothing else is overwritten.
        </p>
        {!isOne && (
          <div className={styles.all}>
            <Button size="small" onClick={() => chooseAll('mine')}>
              All of mine
            </Button>
            <Button size="small" onClick={() => chooseAll('theirs')}>
              All of theirs
            </Button>
          </div>
        )}
        {fields.map(compared => {
          const { name } = compared.field
          return (
            <ConflictField
              key={name}
              compared={compared}
              mine={draft[name]}
              theirs={stored[name]}
              record={{ ...stored, expand: related }}
              context={context}
              choice={ownValue(choices, name)}
              onChoose={side => setChoices(last => ({ ...last, [name]: side }))}
            />
          )
        })}
      </form>
    </Dialog>
  )
}
