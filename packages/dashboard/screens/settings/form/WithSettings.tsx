import type { Settings } from '@coffer/schema'
import { Button, EmptyState, Skeleton } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../../../queries/failure.ts'
import { settingsQuery } from '../../../queries/settings.ts'
import { Card } from '../frame/Card.tsx'
import styles from './WithSettings.module.css'

/** Shows what is made of the settings once they are there; until then that they are on their way, or why they are not. */
export function WithSettings({ children }: { children: (settings: Settings) => ReactNode }) {
  // Whoever changes settings wants to see how they are now.
  const { data, error, isFetching, refetch } = useQuery({ ...settingsQuery, staleTime: 0 })
  if (data !== undefined) return children(data)
  return (
    <Card>
      {error !== null ? (
        <EmptyState
          icon={CloudOff}
          title="The settings could not be loaded."
          hint={messageOf(error)}
          action={
            <Button onClick={() => void refetch()} loading={isFetching}>
              Retry
            </Button>
          }
        />
      ) : (
        <div className={styles.waiting} role="status" aria-label="Loading settings...">
          <Skeleton width="40%" />
          <Skeleton height={36} />
          <Skeleton width="40%" />
          <Skeleton height={36} />
        </div>
      )}
    </Card>
  )
}
