import { VisuallyHidden } from '@coffer/ui'
import type { ReactNode } from 'react'
import styles from './cells.module.css'

interface ItemListProps<Item> {
  items: readonly Item[]
  compact: boolean
  /** How many are shown; the others are counted. */
  limit: number
  children: (item: Item) => ReactNode
}

/** Several small things: in one line, or in as many as they need. */
export function ItemList<Item>({ items, compact, limit, children }: ItemListProps<Item>) {
  const rest = items.length - limit
  return (
    <span className={styles.items} data-wraps={compact ? undefined : ''}>
      {items.slice(0, limit).map(children)}
      {rest > 0 && (
        <span className={styles.rest}>
          +{rest}
          <VisuallyHidden> more</VisuallyHidden>
        </span>
      )}
    </span>
  )
}
