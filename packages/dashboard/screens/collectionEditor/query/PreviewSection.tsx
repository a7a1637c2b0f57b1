import { Alert, Skeleton, Spinner } from '@coffer/ui'
import { useId } from 'react'
import type { ViewPreview } from '../../../queries/collections/viewPreview.ts'
import { PreviewTable } from './PreviewTable.tsx'
import styles from './QueryTab.module.css'

interface PreviewSectionProps {
  preview: ViewPreview | undefined
  /** Whether the query has changed since. */
  isOld: boolean
  isLoading: boolean
  isBlank: boolean
  errors: readonly string[]
}

const maxRows = 10

function countOf({ items: { length } }: ViewPreview): string {
  if (length === maxRows) return `the first ${maxRows} records`
  return length === 0 ? 'no records' : length === 1 ? '1 record' : `all ${length} records`
}

/** Shows the fields and first records that the query would produce, or its errors. */
export function PreviewSection({ preview, isOld, isLoading, isBlank, errors }: PreviewSectionProps) {
  const titleId = useId()
  const isShown = preview !== undefined && errors.length === 0
  return (
    <section className={styles.preview} aria-labelledby={titleId} aria-busy={isLoading}>
      <h3 id={titleId} className={styles.title}>
        Preview
        {isShown && <span className={styles.count}>{countOf(preview)}</span>}
        {isLoading && <Spinner size={14} />}
      </h3>
      {isBlank && <p className={styles.hint}>Enter a query to preview records and field types.</p>}
      <div role="status" className={styles.errors}>
        {errors.length > 0 && (
          <Alert tone="danger">
            <ul>
              {errors.map(error => (
                <li key={error}>{error}</li>
              ))}
            </ul>
          </Alert>
        )}
      </div>
      {isShown && !isBlank && <PreviewTable preview={preview} isOld={isOld} />}
      {!isShown && isLoading && <Skeleton height={80} />}
    </section>
  )
}
