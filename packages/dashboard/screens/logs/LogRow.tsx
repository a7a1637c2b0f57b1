import { Badge, Cell, Row } from '@coffer/ui'
import { memo } from 'react'
import { levelOf } from '../../logLevels/levels.ts'
import type { Log } from '../../queries/logs.ts'
import { RowArrow } from '../../table/RowArrow.tsx'
import { checkboxWidth, RowCheckbox } from '../../table/RowCheckbox.tsx'
import styles from './LogRow.module.css'
import { LogTime } from './LogTime.tsx'
import { logBadges } from './logBadges.ts'

interface LogRowProps {
  log: Log
  index: number
  /** Whether the row and its checkbox are in the tab order. */
  isActive: boolean
  isSelected: boolean
  isCurrent: boolean
  /** Must be stable across renders, because the row is memoized. */
  onToggle: (id: string) => void
}

/** Row of a log entry. Memoized, because scrolling renders the table every frame. */
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

/** Badge with the name and number of a log level. */
export function LevelBadge({ level }: { level: number }) {
  const { name, tone, icon: Icon } = levelOf(level)
  return (
    <Badge tone={tone}>
      <Icon size={12} aria-hidden={true} />
      {name} ({level})
    </Badge>
  )
}
