import { type RecordJson, RecordLine, type ViewContext } from '@coffer/fields/ui'
import { Checkbox, IconButton, joinClasses, Radio } from '@coffer/ui'
import { Eye, Pencil } from 'lucide-react'
import type { CSSProperties } from 'react'
import styles from './RecordPicker.module.css'

interface ChoiceRowProps {
  record: RecordJson
  context: ViewContext
  index: number
  /** Total number of rows; -1 if unknown. */
  setSize: number
  style: CSSProperties
  /** Name of the radio group. */
  name: string
  isSingle: boolean
  isReadOnly: boolean
  isChosen: boolean
  /** Whether the limit is reached, so no more records can be chosen. */
  isFull: boolean
  /** Whether the row is in the Tab order. */
  isActive: boolean
  onPress: () => void
  onOpen: () => void
}

/** A row of the picker. A click chooses the record, except on the button that opens it. */
export function ChoiceRow(props: ChoiceRowProps) {
  const { record, context, index, name, isSingle, isReadOnly, isChosen, isActive, onPress, onOpen } = props
  const label = context.recordLabel(record)
  const isBarred = props.isFull && !isChosen
  const choice = {
    name,
    className: joinClasses(styles.choice),
    'data-index': index,
    tabIndex: isActive ? 0 : -1,
    checked: isChosen,
    'aria-disabled': isBarred || undefined,
    onChange: onPress,
    label: (
      <>
        <RecordLine record={record} context={context} className={styles.line} />
        {label !== record.id && (
          <span className={styles.id} aria-hidden="true">
            {record.id}
          </span>
        )}
      </>
    ),
  }
  return (
    <li
      className={styles.row}
      style={props.style}
      aria-posinset={index + 1}
      aria-setsize={props.setSize}
      data-chosen={isChosen ? '' : undefined}
    >
      {isSingle ? (
        // A checked radio button fires no change event when clicked, so the click handler clears the choice.
        <Radio {...choice} onClick={isChosen ? onPress : undefined} />
      ) : (
        <Checkbox {...choice} />
      )}
      <IconButton
        className={styles.open}
        size="small"
        icon={isReadOnly ? Eye : Pencil}
        label={`${isReadOnly ? 'Show' : 'Edit'} ${label}`}
        tooltip={isReadOnly ? 'Show' : 'Edit'}
        data-index={index}
        tabIndex={isActive ? 0 : -1}
        onClick={onOpen}
      />
    </li>
  )
}
