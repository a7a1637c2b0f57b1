import { abilitiesOf } from '@coffer/fields/abilities'
import { fieldViews, type RecordJson, type ViewContext } from '@coffer/fields/ui'
import { Cell, CopyChip, FillerCell, Row, Tooltip } from '@coffer/ui'
import { BadgeCheck, BadgeX } from 'lucide-react'
import { memo } from 'react'
import { RowArrow } from '../../../table/RowArrow.tsx'
import { checkboxWidth, RowCheckbox } from '../../../table/RowCheckbox.tsx'
import type { RecordColumn } from '../columns/columns.ts'
import styles from './RecordTable.module.css'

interface RecordRowProps {
  record: RecordJson
  columns: readonly RecordColumn[]
  /** Number of columns that are not rendered yet. */
  laterColumns: number
  index: number
  /** Whether the row and its controls are in the Tab order. */
  isActive: boolean
  isSelected: boolean
  canSelect: boolean
  /** The same function in every render, so that unchanged rows do not render again. */
  onSelect: (id: string) => void
  isCurrent: boolean
  context: ViewContext
}

/**
 * A row of the table. Memoized, because scrolling renders the table at every frame. The table body handles clicks for all rows, so
 * that no row needs new handlers.
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
      {canSelect && <RowCheckbox id={record.id} isSelected={isSelected} isActive={isActive} onToggle={props.onSelect} />}
      {columns.map(({ id, field }, at) => {
        const place = at === 0 ? { sticky: canSelect ? checkboxWidth : 0, isEdge: true } : {}
        const { Cell: Value } = fieldViews[field.type]
        if (id === '@id') {
          return (
            <Cell key={id} {...place} isRowHeader={true}>
              <span className={styles.key}>
                <CopyChip text={record.id} noun="id" isBrief={true} tabIndex={isActive ? 0 : -1} />
                {typeof record.verified === 'boolean' && <Verification isVerified={record.verified} />}
              </span>
            </Cell>
          )
        }
        return (
          <Cell key={id} {...place} align={abilitiesOf(field).comparesAsNumber ? 'right' : 'left'}>
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
      <FillerCell span={props.laterColumns + 1} />
      <RowArrow />
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
