import { Button } from '@coffer/ui'
import { useEffect, useId, useState } from 'react'
import styles from './BulkProgress.module.css'

interface BulkProgressProps {
  total: number
  /** Calls the listener with the number of finished records after each one. */
  watch: (listener: (count: number) => void) => void
  onStop: () => void
}

/** Shows the progress of work on many records, with a button to stop it. */
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
