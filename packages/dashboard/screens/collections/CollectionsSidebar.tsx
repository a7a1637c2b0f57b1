import type { Collection } from '@coffer/schema'
import { joinClasses, TextInput } from '@coffer/ui'
import { getRouteApi } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { asTexts, useRemembered } from '../../shell/useRemembered.ts'
import { CollectionLink } from './CollectionLink.tsx'
import styles from './CollectionsSidebar.module.css'
import { groupCollections } from './groupCollections.ts'
import { NewCollectionButton } from './NewCollectionButton.tsx'

const route = getRouteApi('/signed-in/collections')

/** All collections, found by name, the pinned ones first. */
export function CollectionsSidebar({ collections }: { collections: readonly Collection[] }) {
  const { collectionId } = route.useSearch()
  const [search, setSearch] = useState('')
  const [storedPins, setPins] = useRemembered('pinnedCollections', asTexts)
  const pins = storedPins.filter(id => collections.some(collection => collection.id === id))
  const { element, keepFocusOn } = useMovedFocus()
  const { pinned, others, isCompact } = groupCollections(collections, search, pins)

  const links = (group: readonly Collection[]) => (
    <ul className={styles.list}>
      {group.map(collection => (
        <CollectionLink
          key={collection.id}
          collection={collection}
          isActive={collection.id === collectionId}
          isPinned={pins.includes(collection.id)}
          onPinChange={isPinned => {
            keepFocusOn(collection.id)
            setPins(isPinned ? [...pins, collection.id] : pins.filter(id => id !== collection.id))
          }}
        />
      ))}
    </ul>
  )

  return (
    <div ref={element} className={joinClasses(styles.sidebar, isCompact && styles.compact)}>
      <div className={styles.search}>
        <TextInput
          type="search"
          icon={Search}
          aria-label="Search collections"
          placeholder="Search collections..."
          value={search}
          onValueChange={setSearch}
        />
      </div>
      <div className={styles.groups}>
        {pinned.length > 0 && (
          <section aria-label="Pinned">
            <h2 className={styles.heading}>Pinned</h2>
            {links(pinned)}
          </section>
        )}
        {others.length > 0 && (
          <section aria-label="Others">
            {pinned.length > 0 && <h2 className={styles.heading}>Others</h2>}
            {links(others)}
          </section>
        )}
        {pinned.length + others.length === 0 && (
          <p className={styles.nothing} role="status">
            No collections found.
          </p>
        )}
      </div>
      <NewCollectionButton className={styles.new} />
    </div>
  )
}

/** Keeps focus on the pin of an entry that moves from one group to the other. */
function useMovedFocus(): { element: RefObject<HTMLDivElement | null>; keepFocusOn: (id: string) => void } {
  const element = useRef<HTMLDivElement>(null)
  const movedId = useRef<string>(undefined)

  useLayoutEffect(() => {
    if (movedId.current === undefined) return
    element.current?.querySelector<HTMLElement>(`[data-collection="${CSS.escape(movedId.current)}"] button`)?.focus()
    movedId.current = undefined
  })

  return {
    element,
    keepFocusOn: id => {
      movedId.current = id
    },
  }
}
