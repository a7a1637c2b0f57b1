import { Skeleton } from '@coffer/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { LoadFailure } from '../../../shell/loading/LoadFailure.tsx'
import { Card } from './Card.tsx'
import styles from './QueryNotice.module.css'

interface QueryNoticeProps {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  /** Plural noun for what is loaded, e.g. "settings". */
  noun: string
}

/** Shown until a query has data: loading or failed. */
export function QueryNotice({ query: { error, isFetching, refetch }, noun }: QueryNoticeProps) {
  return (
    <Card>
      {error ? (
        <LoadFailure noun={noun} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={styles.waiting} role="status" aria-label={`Loading ${noun}...`}>
          <Skeleton width="40%" />
          <Skeleton height={36} />
          <Skeleton width="40%" />
          <Skeleton height={36} />
        </div>
      )}
    </Card>
  )
}
