import { Badge, Cell, Row } from '@coffer/ui'
import { memo } from 'react'
import type { Log } from '../../queries/logs.ts'
import { RowArrow } from '../../table/RowArrow.tsx'
import { checkboxWidth, RowCheckbox } from '../../table/RowCheckbox.tsx'
import { LevelBadge } from './LevelBadge.tsx'
import styles from './LogRow.module.css'
import { LogTime } from './LogTime.tsx'
import { logBadges } from './logBadges.ts'

interface LogRowProps {
  log: Log
  index: number
  /** The row that Tab reaches; its controls can be reached too. */
  isActive: boolean
  isSelected: boolean
  isCurrent: boolean
  /** The same function at every drawing. */
  onToggle: (id: string) => void
}

/** One entry of the log. Drawn again only when something in it changes, because scrolling draws the table at every frame. */
export const LogRow = memo(function LogRow({ log, index, isActive, isSelected, isCurrent, onToggle }: LogRowProps) {
  return (
    <Row
      className={styles.row}
      data-id={log.id}
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      aria-rowindex={index + 2}
      isPressable={true}
      isSelected={isSelected}
      isCurrent={isCurrent}
    >
      <RowCheckbox id={log.id} isSelected={isSelected} isActive={isActive} onToggle={onToggle} />
      <Cell sticky={checkboxWidth} isEdge={true}>
        <LevelBadge level={log.level} />
      </Cell>
      <Cell isRowHeader={true}>
        <div className={styles.content}>
          <span className={styles.message} title={log.message}>
            {log.message}
          </span>
          <span className={styles.badges}>
            {logBadges(log, location.host).map(({ key, text, tone }) => (
              <Badge key={key} tone={tone}>
                {key}: {text}
              </Badge>
            ))}
          </span>
        </div>
      </Cell>
      <Cell>
        <LogTime moment={log.created} />
      </Cell>
      <RowArrow />
    </Row>
  )
})
