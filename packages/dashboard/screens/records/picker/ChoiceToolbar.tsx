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
  /** Whether the server could not use the filter. */
  isRejected: boolean
  onFilter: (filter: string) => void
  /** Absent where no record can be made. */
  onNew?: (() => void) | undefined
  /** The choice that ArrowDown leads to; none while there is nothing to choose. */
  findActive: () => HTMLElement | null | undefined
  /** Whether its parts stand one above the other on a phone. */
  stacks?: boolean
}

/** The search above a list of choices, whose keys lead on to the list, and the button for a new record. */
export function ChoiceToolbar({ collection, filter, isRejected, onFilter, onNew, findActive, stacks }: ChoiceToolbarProps) {
  const { collections } = useRecordsPage()
  const enterList = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || event.defaultPrevented) return
    const active = findActive()
    active?.focus()
    if (active) event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the search in it lead on to the list
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
