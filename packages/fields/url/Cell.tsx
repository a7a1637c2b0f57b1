import { Tooltip } from '@coffer/ui'
import styles from '../cells/cells.module.css'
import { EmptyValue } from '../cells/EmptyValue.tsx'
import { TextValue } from '../cells/TextValue.tsx'
import { excerpt } from '../excerpt.ts'
import type { CellProps } from '../viewContract.ts'
import { linkTarget } from './linkTarget.ts'

const cellLength = 150

export function Cell({ value, compact, tabIndex }: CellProps) {
  if (typeof value !== 'string' || value === '') return <EmptyValue />
  const target = linkTarget(value)
  if (!target) return <TextValue text={value} compact={compact} />
  return (
    <Tooltip content="Open in new tab">
      <a
        className={compact ? styles.line : styles.whole}
        href={target}
        target="_blank"
        rel="noopener noreferrer"
        tabIndex={tabIndex}
        // A click on the row would open the record.
        onClick={event => event.stopPropagation()}
        onKeyDown={event => event.key === 'Enter' && event.stopPropagation()}
      >
        {compact ? excerpt(value, cellLength) : value}
      </a>
    </Tooltip>
  )
}
