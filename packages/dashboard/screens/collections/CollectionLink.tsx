import type { Collection } from '@coffer/schema'
import { IconButton } from '@coffer/ui'
import { Link } from '@tanstack/react-router'
import { Pin, PinOff } from 'lucide-react'
import { memo } from 'react'
import { collectionTypes } from '../../shell/collections/collectionTypes.ts'
import { countInWords, shortCount } from '../../shell/collections/recordCountText.ts'
import { useSidebar } from '../../shell/sidebar/SidebarContext.ts'
import styles from './CollectionEntry.module.css'

export interface CollectionLinkProps {
  collection: Collection
  isActive: boolean
  isPinned: boolean
  /** Number of records, if known. */
  count: number | undefined
  onPinChange: (id: string, isPinned: boolean) => void
}

/** Content of a collection's entry. Memoized, because searching rerenders all entries. */
export const CollectionLink = memo(function CollectionLink(props: CollectionLinkProps) {
  const { collection, isActive, isPinned, count, onPinChange } = props
  const { isDrawer, setOpen } = useSidebar()
  const { icon: Icon } = collectionTypes[collection.type]
  const inWords = count === undefined ? undefined : countInWords(count)

  return (
    <>
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
      <span className={styles.pin}>
        <IconButton
          size="small"
          label={isPinned ? `Unpin ${collection.name}` : `Pin ${collection.name}`}
          tooltip={isPinned ? 'Unpin collection' : 'Pin collection'}
          side="right"
          icon={isPinned ? PinOff : Pin}
          onClick={() => onPinChange(collection.id, !isPinned)}
        />
      </span>
      {/* Outside of the link, whose accessible name is only the collection's name. */}
      {count !== undefined && (
        <span className={styles.count} aria-hidden={true}>
          {shortCount(count)}
        </span>
      )}
    </>
  )
})
