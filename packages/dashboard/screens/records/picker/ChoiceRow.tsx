import { type RecordJson, RecordLine, type ViewContext } from '@coffer/fields/ui'
import { Checkbox, IconButton, joinClasses, Radio } from '@coffer/ui'
import { Eye, Pencil } from 'lucide-react'
import type { CSSProperties } from 'react'
import styles from './RecordPicker.module.css'

interface ChoiceRowProps {
  record: RecordJson
  context: ViewContext
  index: number
  /** How many there are in all; -1 while that is unknown. */
  setSize: number
  style: CSSProperties
  /** Shared by all rows of the list. */
  name: string
  isSingle: boolean
  isReadOnly: boolean
  isChosen: boolean
  /** No more can be chosen. */
  isFull: boolean
  /** The row that Tab reaches. */
  isActive: boolean
  onPress: () => void
  onOpen: () => void
}

/** A record to choose: pressed anywhere but on the button that opens it. */
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
        // A radio button that is on does not change by a press: that takes the choice back.
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
