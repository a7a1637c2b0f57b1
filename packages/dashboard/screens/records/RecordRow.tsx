import { abilitiesOf } from '@coffer/fields/abilities'
import { fieldViews, type RecordJson, type ViewContext } from '@coffer/fields/ui'
import { Cell, Checkbox, CopyChip, FillerCell, Row, Tooltip, VisuallyHidden } from '@coffer/ui'
import { BadgeCheck, BadgeX, ChevronRight } from 'lucide-react'
import { type ChangeEvent, memo } from 'react'
import type { RecordColumn } from './columns.ts'
import styles from './RecordTable.module.css'

interface RecordRowProps {
  record: RecordJson
  columns: readonly RecordColumn[]
  index: number
  /** The row that Tab reaches; its controls can be reached too. */
  isActive: boolean
  isSelected: boolean
  canSelect: boolean
  /** The same function at every drawing. */
  onSelect: (id: string, event: ChangeEvent) => void
  checkboxWidth: number
  isCurrent: boolean
  context: ViewContext
}

/**
 * One record. Drawn again only when something in it changes, because scrolling draws the table at every frame; what pressing it
 * does is therefore up to the table's body.
 */
export const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { record, columns, index, isActive, isSelected, canSelect, context } = props
  return (
    <Row
      data-id={record.id}
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      aria-rowindex={index + 2}
      isPressable={true}
      isSelected={isSelected}
      isCurrent={props.isCurrent}
    >
      {canSelect && (
        <Cell sticky={0} isTight={true}>
          <Checkbox
            className={styles.box}
            tabIndex={isActive ? 0 : -1}
            label={<VisuallyHidden>Select {record.id}</VisuallyHidden>}
            checked={isSelected}
            onChange={event => props.onSelect(record.id, event)}
          />
        </Cell>
      )}
      {columns.map(({ id, field }) => {
        const { Cell: Value } = fieldViews[field.type]
        if (id === '@id') {
          return (
            <Cell key={id} sticky={canSelect ? props.checkboxWidth : 0} isEdge={true} isRowHeader={true}>
              <span className={styles.key}>
                <CopyChip text={record.id} noun="id" tabIndex={isActive ? 0 : -1} />
                {typeof record.verified === 'boolean' && <Verification isVerified={record.verified} />}
              </span>
            </Cell>
          )
        }
        return (
          <Cell key={id} align={abilitiesOf(field).comparesAsNumber ? 'right' : 'left'}>
            <Value
              field={field}
              value={record[field.name]}
              record={record}
              context={context}
              compact={true}
              tabIndex={isActive ? 0 : -1}
            />
          </Cell>
        )
      })}
      <FillerCell />
      <Cell sticky="end" className={styles.arrow} aria-hidden="true">
        <ChevronRight size={16} />
      </Cell>
    </Row>
  )
})

function Verification({ isVerified }: { isVerified: boolean }) {
  const label = isVerified ? 'Verified' : 'Unverified'
  const Icon = isVerified ? BadgeCheck : BadgeX
  return (
    <Tooltip content={label} names={true}>
      <Icon className={isVerified ? styles.verified : styles.unverified} size={16} role="img" aria-label={label} />
    </Tooltip>
  )
}
