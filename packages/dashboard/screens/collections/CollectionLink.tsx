import type { Collection } from '@coffer/schema'
import { IconButton } from '@coffer/ui'
import { Link } from '@tanstack/react-router'
import { Pin, PinOff } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { collectionTypes } from '../../shell/collections/collectionTypes.ts'
import { countInWords, shortCount } from '../../shell/collections/recordCountText.ts'
import { useSidebar } from '../../shell/sidebar/SidebarContext.ts'
import styles from './CollectionLink.module.css'

interface CollectionLinkProps {
  collection: Collection
  isActive: boolean
  isPinned: boolean
  /** The search leaves it out. Its entry stays, since hundreds of them take long to make. */
  isHidden: boolean
  /** How many records it holds, where that is known. */
  count: number | undefined
  onPinChange: (id: string, isPinned: boolean) => void
}

/** One collection in the sidebar; drawn again only when something of its own changes. */
export const CollectionLink = memo(function CollectionLink(props: CollectionLinkProps) {
  const { collection, isActive, isPinned, isHidden, count, onPinChange } = props
  const { isDrawer, setOpen } = useSidebar()
  const entry = useRef<HTMLLIElement>(null)
  const { icon: Icon } = collectionTypes[collection.type]
  const isCounted = collection.type !== 'view'
  const inWords = count === undefined ? undefined : countInWords(count)

  useEffect(() => {
    if (!isActive) return
    // With the frame, because to look for its place at once would lay out the whole page an extra time.
    const frame = requestAnimationFrame(() => entry.current?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [isActive])

  return (
    <li
      ref={entry}
      className={styles.entry}
      hidden={isHidden}
      data-collection={collection.id}
      data-counted={isCounted ? '' : undefined}
      data-active={isActive ? '' : undefined}
    >
      <Link
        to="/collections"
        search={{ collectionId: collection.id }}
        className={styles.link}
        aria-current={isActive ? 'page' : undefined}
        title={inWords === undefined ? collection.name : `${collection.name}\n${inWords}`}
        aria-description={inWords}
        onClick={() => isDrawer && setOpen(false)}
      >
        <Icon className={styles.icon} size={16} aria-hidden={true} />
        <span className={styles.name}>{collection.name}</span>
      </Link>
      <span className={styles.pin} data-pinned={isPinned ? '' : undefined}>
        <IconButton
          size="small"
          label={isPinned ? `Unpin ${collection.name}` : `Pin ${collection.name}`}
          tooltip={isPinned ? 'Unpin collection' : 'Pin collection'}
          side="right"
          icon={isPinned ? PinOff : Pin}
          onClick={() => onPinChange(collection.id, !isPinned)}
        />
      </span>
      {/* Beside the link, whose name is the collection's alone. */}
      {isCounted && (
        <span className={styles.count} aria-hidden={true}>
          {count !== undefined && shortCount(count)}
        </span>
      )}
    </li>
  )
})
