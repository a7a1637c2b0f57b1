import { useEffect, useRef } from 'react'
import styles from './CollectionEntry.module.css'
import { CollectionLink, type CollectionLinkProps } from './CollectionLink.tsx'

interface CollectionEntryProps extends CollectionLinkProps {
  isActive: boolean
  /** The search leaves it out. It stays, since hundreds of links take long to make, and what is in it is not drawn again. */
  isHidden: boolean
}

/** One collection in the sidebar: its link, its count, its pin. */
export function CollectionEntry({ isHidden, ...link }: CollectionEntryProps) {
  const { collection, isActive } = link
  const entry = useRef<HTMLLIElement>(null)

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
      data-counted={collection.type === 'view' ? undefined : ''}
      data-active={isActive ? '' : undefined}
    >
      <CollectionLink {...link} />
    </li>
  )
}
