import { Badge, type DropEdge, IconButton, joinClasses, MoveHandle, useReorder } from '@coffer/ui'
import { Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { FileButton } from './FileButton.tsx'
import { FileThumb } from './FileThumb.tsx'
import styles from './file.module.css'

/** Moves a file within its group: stored files among stored ones, new files among new ones. */
interface FilePlace {
  list: string
  id: string
  /** The zero-based position. */
  index: number
  count: number
  onMove: (by: number) => void
  onDrop: (moved: string, edge: DropEdge) => void
}

export interface FileRowProps {
  name: string
  /** The URL of a thumbnail. */
  thumb: string | undefined
  /** The URL of a stored file; absent for a new one. */
  address?: string | undefined
  /** The formatted size of a new file. */
  size?: string | undefined
  isRemoved: boolean
  /** Whether a removed file can be restored without exceeding the maximum number. */
  canRestore: boolean
  /** Absent if there is nothing to reorder. */
  place: FilePlace | undefined
  /** Whether other rows have a drag handle, so that this one needs the space. */
  isIndented: boolean
  /** Absent if the file has no preview. */
  onPreview: (() => void) | undefined
  onRemove: () => void
  onRestore: () => void
}

const fixed = { list: '', id: '', onDrop: () => {} }

/** A row for a file of a draft: stored, new, or marked for removal. */
export function FileRow(props: FileRowProps) {
  const { name, thumb, address, size, isRemoved, place, onPreview } = props
  const { setItem, setHandle, isDragged, dropEdge } = useReorder({ ...(place ?? fixed), axis: 'vertical', disabled: !place })
  return (
    <li ref={setItem} className={joinClasses(styles.row, isDragged && styles.dragged)} data-drop={dropEdge}>
      {!place && props.isIndented && <span className={styles.noHandle} />}
      {place && <MoveHandle ref={setHandle} name={name} index={place.index} count={place.count} onMove={place.onMove} />}
      {onPreview ? (
        <FileButton name={name} address={thumb} onPress={onPreview} />
      ) : (
        <FileThumb name={name} address={thumb} isDecorative={true} />
      )}
      <span className={styles.name} title={name}>
        <FileName isRemoved={isRemoved} address={address}>
          {name}
        </FileName>
      </span>
      {size !== undefined && (
        <>
          <span className={styles.size}>{size}</span>
          <Badge tone="success">New</Badge>
        </>
      )}
      {/* One button for both, so that it keeps the focus. */}
      <IconButton
        size="small"
        icon={isRemoved ? Undo2 : X}
        label={`${isRemoved ? 'Restore' : 'Remove'} ${name}`}
        tooltip={isRemoved ? 'Restore' : 'Remove'}
        disabled={isRemoved && !props.canRestore}
        onClick={isRemoved ? props.onRestore : props.onRemove}
      />
    </li>
  )
}

function FileName({ isRemoved, address, children }: { isRemoved: boolean; address: string | undefined; children: ReactNode }) {
  if (isRemoved) return <del>{children}</del>
  if (address === undefined) return children
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
