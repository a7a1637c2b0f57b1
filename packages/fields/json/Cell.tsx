import { CopyButton } from '@coffer/ui'
import styles from '../cells/cells.module.css'
import { EmptyValue } from '../cells/EmptyValue.tsx'
import { TextValue } from '../cells/TextValue.tsx'
import { excerpt } from '../excerpt.ts'
import type { CellProps } from '../viewContract.ts'
import { jsonPreview } from './preview.ts'

const previewLength = 500

export function Cell({ value, compact }: CellProps) {
  if (value === null || value === undefined) return <EmptyValue />
  const preview = jsonPreview(value)
  if (compact) return <TextValue text={preview} compact mono length={previewLength} />
  const text = <TextValue text={excerpt(preview, previewLength)} compact={false} mono />
  if (preview.length <= previewLength) return text
  return (
    <div className={styles.copyable}>
      {text}
      <CopyButton size="small" label="Copy the whole JSON" text={() => JSON.stringify(value, null, 2)} />
    </div>
  )
}
