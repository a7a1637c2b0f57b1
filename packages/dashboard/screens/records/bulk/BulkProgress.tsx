import { Button } from '@coffer/ui'
import { useEffect, useId, useState } from 'react'
import styles from './BulkProgress.module.css'

interface BulkProgressProps {
  total: number
  /** Calls the listener with how many are through, each time it is one more. */
  watch: (listener: (count: number) => void) => void
  onStop: () => void
}

/** How far work on many records has come, and the way to stop it. */
export function BulkProgress({ total, watch, onStop }: BulkProgressProps) {
  const [count, setCount] = useState<number>()
  const labelId = useId()
  useEffect(() => watch(setCount), [watch])
  if (count === undefined) return null
  return (
    <div className={styles.progress}>
      <span id={labelId}>
        {count} of {total} records
      </span>
      <progress className={styles.bar} aria-labelledby={labelId} max={total} value={count} />
      <Button size="small" onClick={onStop}>
        Stop
      </Button>
    </div>
  )
}
