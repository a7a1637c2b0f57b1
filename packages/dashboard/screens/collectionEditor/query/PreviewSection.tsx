import { Alert, Skeleton, Spinner } from '@coffer/ui'
import { useId } from 'react'
import type { ViewPreview } from '../../../queries/collections/viewPreview.ts'
import { PreviewTable } from './PreviewTable.tsx'
import styles from './QueryTab.module.css'

interface PreviewSectionProps {
  preview: ViewPreview | undefined
  /** It is not of the query as it is now. */
  isOld: boolean
  isLoading: boolean
  isBlank: boolean
  faults: readonly string[]
}

const mostRows = 10

const countOf = ({ items: { length } }: ViewPreview): string => {
  if (length === mostRows) return `the first ${mostRows} records`
  return length === 0 ? 'no records so far' : length === 1 ? 'the one record' : `all ${length} records`
}

/** What a view would hold if it were saved with the query as it is now, or why it cannot be. */
export function PreviewSection({ preview, isOld, isLoading, isBlank, faults }: PreviewSectionProps) {
  const titleId = useId()
  const isShown = preview !== undefined && faults.length === 0
  return (
    <section className={styles.preview} aria-labelledby={titleId} aria-busy={isLoading}>
      <h3 id={titleId} className={styles.title}>
        Preview
        {isShown && <span className={styles.count}>{countOf(preview)}</span>}
        {isLoading && <Spinner size={14} />}
      </h3>
      {isBlank && (
        <p className={styles.hint}>The first records and the types of their fields show here as soon as there is a query.</p>
      )}
      <div role="status" className={styles.faults}>
        {faults.length > 0 && (
          <Alert tone="danger">
            <ul>
              {faults.map(fault => (
                <li key={fault}>{fault}</li>
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
