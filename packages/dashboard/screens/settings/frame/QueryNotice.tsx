import { Button, EmptyState, Skeleton } from '@coffer/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { messageOf } from '../../../queries/failure.ts'
import { Card } from './Card.tsx'
import styles from './QueryNotice.module.css'

interface QueryNoticeProps {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  /** What is loaded: "settings". */
  noun: string
}

/** Stands where something is on its way, or could not be loaded. */
export function QueryNotice({ query: { error, isFetching, refetch }, noun }: QueryNoticeProps) {
  return (
    <Card>
      {error ? (
        <EmptyState
          icon={CloudOff}
          title={`The ${noun} could not be loaded.`}
          hint={messageOf(error)}
          action={
            <Button onClick={() => void refetch()} loading={isFetching}>
              Retry
            </Button>
          }
        />
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
