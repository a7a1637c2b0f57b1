import { Chip, type ChipProps, joinClasses, Tooltip } from '@coffer/ui'
import { FileThumb } from '../file/FileThumb.tsx'
import type { RecordJson } from '../RecordJson.ts'
import type { ViewContext } from '../viewContract.ts'
import { recordSummary } from './recordSummary.ts'
import styles from './relation.module.css'

interface RecordProps {
  record: RecordJson
  context: ViewContext
}

/** A record on one line: its presentable files and text, with all known values in a tooltip. */
export function RecordLine({ record, context, className }: RecordProps & { className?: string | undefined }) {
  return (
    <Tooltip content={<Summary record={record} />} mono>
      <span className={joinClasses(styles.line, className)}>
        <Thumbs record={record} context={context} />
        <span className={styles.label}>{context.recordLabel(record)}</span>
      </span>
    </Tooltip>
  )
}

/** The same line as a chip. */
export function RecordChip({ record, context, ...rest }: RecordProps & ChipProps) {
  return (
    <Tooltip content={<Summary record={record} />} mono>
      <Chip {...rest}>
        <span className={styles.line}>
          <Thumbs record={record} context={context} />
          <span className={styles.label}>{context.recordLabel(record)}</span>
        </span>
      </Chip>
    </Tooltip>
  )
}

function Thumbs({ record, context }: RecordProps) {
  const files = context.recordFiles(record)
  if (files.length === 0) return null
  return (
    <span className={styles.thumbs}>
      {files.map(({ name, address }) => (
        <FileThumb key={name} name={name} address={address} isDecorative />
      ))}
    </span>
  )
}

/** Computed only when the tooltip opens. */
function Summary({ record }: { record: RecordJson }) {
  return <span className={styles.summary}>{recordSummary(record)}</span>
}
