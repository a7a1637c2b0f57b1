import { Button } from '@coffer/ui'
import { useRef, useState } from 'react'
import type { ViewContext } from '../viewContract.ts'
import type { RelatedRecords } from './browser/useRelatedRecords.ts'
import { RelatedRow } from './RelatedRow.tsx'
import styles from './relation.module.css'

interface RelatedListProps {
  ids: readonly string[]
  related: RelatedRecords
  isReadOnly: boolean
  context: ViewContext
  onChange: (ids: string[]) => void
  onOpen: (id: string) => void
  /** The last record went, and its button with it. */
  onEmptied: () => void
}

/** Rows in the page at first, and that come with each "Show more". */
const chunk = 100
const mostSkeletons = 10

/** The chosen records in their order. */
export function RelatedList({ ids, related, isReadOnly, context, onChange, onOpen, onEmptied }: RelatedListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(chunk)
  if (ids.length === 0) return null

  const isPending = (id: string) => related.isLoading && !related.known.has(id)
  const pending = ids.filter(isPending)
  const spared = new Set(pending.slice(mostSkeletons))
  const rows = ids.filter(id => !spared.has(id)).slice(0, shown)
  const rest = ids.length - spared.size - rows.length

  const remove = (id: string) => {
    const place = rows.indexOf(id)
    onChange(ids.filter(each => each !== id))
    if (ids.length === 1) onEmptied()
    // The button goes with its row: that of the row in its place takes the focus.
    else requestAnimationFrame(() => focusRow(list.current, Math.min(place, rows.length - 2)))
  }
  return (
    <ul ref={list} className={styles.rows} aria-busy={related.isLoading || undefined}>
      {rows.map(id => (
        <RelatedRow
          key={id}
          id={id}
          record={related.known.get(id)}
          isLoading={isPending(id)}
          isReadOnly={isReadOnly}
          context={context}
          onOpen={() => onOpen(id)}
          onRemove={() => remove(id)}
        />
      ))}
      {rest > 0 && (
        <li className={styles.row}>
          <Button size="small" variant="quiet" onClick={() => setShown(shown + chunk)}>
            Show {Math.min(rest, chunk)} more of {rest}
          </Button>
        </li>
      )}
    </ul>
  )
}

function focusRow(list: HTMLElement | null, index: number): void {
  const buttons = list?.children[index]?.querySelectorAll('button')
  buttons?.[buttons.length - 1]?.focus()
}
