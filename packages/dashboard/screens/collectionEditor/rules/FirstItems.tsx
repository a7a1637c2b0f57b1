import { Button, joinClasses } from '@coffer/ui'
import { type ReactNode, useState } from 'react'
import type { ListedChange } from '../../../queries/access.ts'
import { AllRecords } from './AllRecords.tsx'
import styles from './RuleComparison.module.css'

/** Number of records or users that are shown at first. */
const shownAtFirst = 5

interface FirstItemsProps<Item> {
  label: string
  items: readonly Item[]
  /** The number of all, if it is known and there are more than these. */
  total?: number | undefined
  children: (item: Item) => ReactNode
}

/** Lists some of the items, and all of them on demand. */
export function FirstItems<Item>({ label, items, total = items.length, children }: FirstItemsProps<Item>) {
  const [showsAll, setShowsAll] = useState(false)
  if (items.length === 0) return null
  const count = items.length.toLocaleString('en-US')
  const all = total > items.length ? `Show ${count} of ${total.toLocaleString('en-US')}` : `Show all ${count}`
  return (
    <div className={joinClasses(styles.items, showsAll && styles.all)}>
      <span>{label}</span>
      {(showsAll ? items : items.slice(0, shownAtFirst)).map(children)}
      {items.length > shownAtFirst && (
        <Button size="small" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : all}
        </Button>
      )}
    </div>
  )
}

interface RecordLinksProps {
  label: string
  ids: readonly string[]
  total: number | undefined
  collectionId: string
  /** Key of the persona that gains or loses the records. */
  persona: string
  change: ListedChange
}

/** Lists records as links. Of many, it lists examples, and all of them on demand. */
export function RecordLinks({ label, ids, total = ids.length, collectionId, persona, change }: RecordLinksProps) {
  const hasMore = total > ids.length
  return (
    <>
      <FirstItems label={hasMore ? `${label}, for example:` : `${label}:`} items={ids} total={total}>
        {id => (
          // In another tab, so that the edited rules stay.
          <a
            key={id}
            href={`#/collections?${new URLSearchParams({ collectionId, recordId: id })}`}
            target="_blank"
            rel="noreferrer"
          >
            {id}
          </a>
        )}
      </FirstItems>
      {hasMore && <AllRecords summary={`${label}: all records`} collectionId={collectionId} persona={persona} change={change} />}
    </>
  )
}
