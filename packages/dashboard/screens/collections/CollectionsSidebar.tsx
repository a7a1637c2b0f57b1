import type { Collection } from '@coffer/schema'
import { joinClasses, TextInput } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { recordCountsQuery } from '../../queries/records/recordCounts.ts'
import { asTexts, recall, remember, useRemembered } from '../../shell/browser/useRemembered.ts'
import { useAfterLoad } from '../../shell/loading/useAfterLoad.ts'
import { CollectionEntry } from './CollectionEntry.tsx'
import styles from './CollectionsSidebar.module.css'
import { groupCollections } from './groupCollections.ts'
import { NewCollectionButton } from './NewCollectionButton.tsx'

const pinsKey = 'pinnedCollections'

/** Returns the number of records of each collection by its id; undefined until it is loaded, which happens after the page. */
function useRecordCounts(): Readonly<Record<string, number>> | undefined {
  return useQuery({ ...recordCountsQuery, enabled: useAfterLoad() }).data
}

const route = getRouteApi('/signed-in/collections')

/** Lists all collections, pinned ones first, with a search by name. */
export function CollectionsSidebar({ collections }: { collections: readonly Collection[] }) {
  const { collectionId } = route.useSearch()
  const counts = useRecordCounts()
  const [search, setSearch] = useState('')
  const [storedPins] = useRemembered(pinsKey, asTexts)
  const pins = storedPins.filter(id => collections.some(collection => collection.id === id))
  const goneCount = storedPins.length - pins.length
  const prune = useEffectEvent(() => remember(pinsKey, pins))
  useEffect(() => {
    if (goneCount > 0) prune()
  }, [goneCount])

  const { element, keepFocusOn } = useMovedFocus()
  const all = groupCollections(collections, '', pins)
  const found = groupCollections(collections, search, pins)
  const foundIds = new Set([...found.pinned, ...found.others].map(({ id }) => id))

  const changePin = useCallback(
    (id: string, isPinned: boolean) => {
      keepFocusOn(id)
      const others = recall(pinsKey, asTexts).filter(pin => pin !== id)
      remember(pinsKey, isPinned ? [...others, id] : others)
    },
    [keepFocusOn],
  )
  const links = (group: readonly Collection[]) => (
    <ul className={styles.list}>
      {group.map(collection => (
        <CollectionEntry
          key={collection.id}
          collection={collection}
          isActive={collection.id === collectionId}
          isPinned={pins.includes(collection.id)}
          isHidden={!foundIds.has(collection.id)}
          count={counts?.[collection.id]}
          onPinChange={changePin}
        />
      ))}
    </ul>
  )

  return (
    <div ref={element} className={joinClasses(styles.sidebar, found.isCompact && styles.compact)}>
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
        {all.pinned.length > 0 && (
          <section aria-label="Pinned" hidden={found.pinned.length === 0}>
            <h2 className={styles.heading}>Pinned</h2>
            {links(all.pinned)}
          </section>
        )}
        {all.others.length > 0 && (
          <section aria-label="Others" hidden={found.others.length === 0}>
            {found.pinned.length > 0 && <h2 className={styles.heading}>Others</h2>}
            {links(all.others)}
          </section>
        )}
        {foundIds.size === 0 && (
          <p className={styles.nothing} role="status">
            No collections found.
          </p>
        )}
      </div>
      <NewCollectionButton className={styles.new} />
    </div>
  )
}

/** Keeps the focus on the pin of an entry that moves to the other group. */
function useMovedFocus(): { element: RefObject<HTMLDivElement | null>; keepFocusOn: (id: string) => void } {
  const element = useRef<HTMLDivElement>(null)
  const movedId = useRef<string>(undefined)

  useLayoutEffect(() => {
    if (movedId.current === undefined) return
    element.current?.querySelector<HTMLElement>(`[data-collection="${CSS.escape(movedId.current)}"] button`)?.focus()
    movedId.current = undefined
  })

  const keepFocusOn = useCallback((id: string) => {
    movedId.current = id
  }, [])
  return { element, keepFocusOn }
}
