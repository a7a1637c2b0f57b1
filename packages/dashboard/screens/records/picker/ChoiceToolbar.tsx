import type { Collection } from '@coffer/schema'
import { Button } from '@coffer/ui'
import { Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { FilterBar } from '../../../filter/FilterBar.tsx'
import { useRecordsPage } from '../context/RecordsPageContext.ts'
import styles from './choices.module.css'

interface ChoiceToolbarProps {
  collection: Collection
  filter: string
  /** Whether the server rejected the filter. */
  isRejected: boolean
  onFilter: (filter: string) => void
  /** Undefined if records cannot be created. */
  onNew?: (() => void) | undefined
  /** Returns the choice that ArrowDown focuses; null or undefined if the list is empty. */
  findActive: () => HTMLElement | null | undefined
  /** Whether the search and the button are stacked on a phone. */
  stacks?: boolean
}

/** The search above a list of choices and the button for a new record. ArrowDown in the search focuses the list. */
export function ChoiceToolbar({ collection, filter, isRejected, onFilter, onNew, findActive, stacks }: ChoiceToolbarProps) {
  const { collections } = useRecordsPage()
  const enterList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || event.defaultPrevented) return
    const active = findActive()
    active?.focus()
    if (active) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles key events that bubble from the search
    <div className={styles.toolbar} data-stacks={stacks ? '' : undefined} onKeyDown={enterList}>
      <FilterBar
        applied={filter}
        subject={{ collection, collections, scope: 'filter' }}
        isOverList={true}
        isRejected={isRejected}
        onApply={onFilter}
      />
      {onNew && (
        <Button icon={Plus} onClick={onNew}>
          New record
        </Button>
      )}
    </div>
  )
}
