import { VisuallyHidden } from '@coffer/ui'
import type { ReactNode } from 'react'
import styles from './cells.module.css'

interface ItemListProps<Item> {
  items: readonly Item[]
  compact: boolean
  /** Maximum number of items shown; the rest is shown as a count. */
  limit: number
  children: (item: Item) => ReactNode
}

/** A list of small items, on one line or wrapped. */
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
