import { fieldViews, type RecordJson, type ViewContext } from '@coffer/fields/ui'
import { joinClasses, Radio } from '@coffer/ui'
import { useId } from 'react'
import styles from './ConflictField.module.css'
import { ConflictValue } from './ConflictValue.tsx'
import type { ComparedField } from './comparedFields.ts'

/** The side whose value wins. */
export type Side = 'mine' | 'theirs'

interface ConflictFieldProps {
  compared: ComparedField
  mine: unknown
  theirs: unknown
  /** The stored record, with the records that both values reference in `expand`. */
  record: RecordJson
  context: ViewContext
  choice: Side | undefined
  onChoose: (side: Side) => void
}

/** Shows the two values of a conflicting field as a choice. */
export function ConflictField({ compared, mine, theirs, record, context, choice, onChoose }: ConflictFieldProps) {
  const { field, label } = compared
  const Icon = fieldViews[field.type].icon
  const group = useId()
  const sides = [
    { side: 'mine', name: 'Yours', value: mine, other: theirs },
    { side: 'theirs', name: 'Theirs', value: theirs, other: mine },
  ] as const
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>
        <Icon size={14} aria-hidden={true} />
        {label}
      </legend>
      <div className={styles.sides}>
        {sides.map(({ side, name, value, other }) => (
          <div key={side} className={joinClasses(styles.side, choice === side && styles.chosen)}>
            <Radio
              className={styles.choice}
              name={group}
              aria-label={`${name}: ${label}`}
              label={<span aria-hidden="true">{name}</span>}
              checked={choice === side}
              onChange={() => onChoose(side)}
            />
            <div className={styles.value}>
              <ConflictValue field={field} value={value} other={other} record={record} context={context} />
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
