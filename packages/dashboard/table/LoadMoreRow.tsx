import { Button } from '@coffer/ui'
import styles from './LoadMoreRow.module.css'

interface LoadMoreRowProps {
  /** Columns of the table. */
  span: number
  isLoading: boolean
  onLoad: () => void
}

/** Below the last loaded row while there may be more of them. */
export function LoadMoreRow({ span, isLoading, onLoad }: LoadMoreRowProps) {
  return (
    <tr>
      <td colSpan={span} className={styles.more}>
        <Button loading={isLoading} onClick={onLoad}>
          Load more
        </Button>
      </td>
    </tr>
  )
}
