import { useEffect, useRef } from 'react'
import styles from './CollectionEntry.module.css'
import { CollectionLink, type CollectionLinkProps } from './CollectionLink.tsx'

interface CollectionEntryProps extends CollectionLinkProps {
  isActive: boolean
  /** Whether the search excludes it. Hidden entries stay mounted, because mounting hundreds of links is slow. */
  isHidden: boolean
}

/** Entry of a collection in the sidebar: link, record count, pin. */
export function CollectionEntry({ isHidden, ...link }: CollectionEntryProps) {
  const { collection, isActive } = link
  const entry = useRef<HTMLLIElement>(null)

  useEffect(() => {
    if (!isActive) return
    // In the next frame, because scrolling now would force an additional layout of the page.
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
