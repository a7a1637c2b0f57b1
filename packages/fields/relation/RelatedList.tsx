import { Button } from '@coffer/ui'
import { useId, useRef, useState } from 'react'
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
  /** Called when the last record was removed together with its focused button. */
  onEmptied: () => void
}

/** Number of rows shown initially and added by each "Show more". */
const chunk = 100
const maxSkeletons = 10

/** The chosen records in order. */
export function RelatedList({ ids, related, isReadOnly, context, onChange, onOpen, onEmptied }: RelatedListProps) {
  const listId = useId()
  const list = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(chunk)
  if (ids.length === 0) return null

  const isPending = (id: string) => related.isLoading && !related.known.has(id)
  const pending = ids.filter(isPending)
  const spared = new Set(pending.slice(maxSkeletons))
  const rows = ids.filter(id => !spared.has(id)).slice(0, shown)
  const rest = ids.length - spared.size - rows.length

  const remove = (id: string) => {
    const place = rows.indexOf(id)
    // The focused button is removed with its row, so focus moves to the neighboring row first.
    if (rows.length === 1) onEmptied()
    else removeButton(list.current, place === rows.length - 1 ? place - 1 : place + 1)?.focus()
    onChange(ids.filter(each => each !== id))
  }
  return (
    <ul ref={list} className={styles.rows} aria-busy={related.isLoading || undefined}>
      {rows.map(id => (
        <RelatedRow
          key={id}
          id={id}
          ids={ids}
          list={listId}
          record={related.known.get(id)}
          isLoading={isPending(id)}
          canMove={ids.length > 1 && !related.isLoading}
          isReadOnly={isReadOnly}
          context={context}
          onMove={onChange}
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

function removeButton(list: HTMLElement | null, index: number): HTMLElement | undefined {
  return [...(list?.children[index]?.querySelectorAll('button') ?? [])].at(-1)
}
