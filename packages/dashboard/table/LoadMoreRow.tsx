import { Button } from '@coffer/ui'
import styles from './LoadMoreRow.module.css'

interface LoadMoreRowProps {
  /** Number of columns of the table. */
  span: number
  isLoading: boolean
  onLoad: () => void
}

/** Row with a button that loads the next page. */
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
