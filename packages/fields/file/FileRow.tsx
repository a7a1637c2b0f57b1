import { Badge, type DropEdge, IconButton, joinClasses, MoveHandle, useReorder } from '@coffer/ui'
import { Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { FileButton } from './FileButton.tsx'
import { FileThumb } from './FileThumb.tsx'
import styles from './file.module.css'

/** How a file changes places with its like: stored ones with stored ones, new ones with new ones. */
interface FilePlace {
  list: string
  id: string
  /** From 0. */
  index: number
  count: number
  onMove: (by: number) => void
  onDrop: (moved: string, edge: DropEdge) => void
}

export interface FileRowProps {
  name: string
  /** Of a small picture of it. */
  thumb: string | undefined
  /** Where a stored file opens; absent for a new one. */
  address?: string | undefined
  /** How large a new file is, in words. */
  size?: string | undefined
  isRemoved: boolean
  /** There is room for it among the field's files. */
  canRestore: boolean
  /** Absent where there is nothing to change places with. */
  place: FilePlace | undefined
  /** Other rows begin with a handle. */
  isIndented: boolean
  /** Absent where there is nothing to see. */
  onPreview: (() => void) | undefined
  onRemove: () => void
  onRestore: () => void
}

const fixed = { list: '', id: '', onDrop: () => {} }

/** A file of a draft: stored, new, or marked for removal. */
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
