import { Badge, Button, Spinner, Tooltip } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { messageOf } from '../../../queries/connection/failure.ts'
import { type Filesystem, s3TestQuery } from '../../../queries/settings.ts'
import styles from './S3Status.module.css'

/** Shows whether the saved S3 connection works. Tests it on mount and on demand. */
export function S3Status({ filesystem }: { filesystem: Filesystem }) {
  const { error, isSuccess, isFetching, refetch } = useQuery(s3TestQuery(filesystem))
  return (
    <div className={styles.status} role="status">
      {isFetching && (
        <>
          <Spinner /> Testing the S3 connection...
        </>
      )}
      {!isFetching && isSuccess && (
        <Badge tone="success">
          <CircleCheck size={14} aria-hidden={true} />
          S3 connected successfully
        </Badge>
      )}
      {!isFetching && error && (
        <>
          <Tooltip content={messageOf(error)}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip with the reason must be reachable by keyboard */}
            <span tabIndex={0} className={styles.failed}>
              <Badge tone="warning">
                <TriangleAlert size={14} aria-hidden={true} />
                Failed to establish S3 connection
              </Badge>
            </span>
          </Tooltip>
          <Button size="small" variant="quiet" onClick={() => void refetch()}>
            Test again
          </Button>
          <p className={styles.reason}>{messageOf(error)}</p>
        </>
      )}
    </div>
  )
}
