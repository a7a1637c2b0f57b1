import { Badge, IconButton } from '@coffer/ui'
import { Undo2, X } from 'lucide-react'
import styles from '../inputs/inputs.module.css'
import { FileThumb } from './FileThumb.tsx'
import type { FileItem } from './fileDraft.ts'
import { formatBytes } from './formatBytes.ts'

interface FileRowProps {
  item: FileItem
  address: string | undefined
  isRemoved: boolean
  /** There is room for it among the field's files. */
  canRestore: boolean
  onRemove: () => void
  onRestore: () => void
}

/** A file of a draft: stored, new, or marked for removal. */
export function FileRow({ item, address, isRemoved, canRestore, onRemove, onRestore }: FileRowProps) {
  const name = typeof item === 'string' ? item : item.name
  return (
    <li className={styles.file}>
      <FileThumb name={name} address={address} isDecorative />
      <span className={styles.fileName}>{isRemoved ? <del>{name}</del> : name}</span>
      {typeof item !== 'string' && (
        <>
          <span className={styles.size}>{formatBytes(item.size)}</span>
          <Badge tone="success">New</Badge>
        </>
      )}
      {/* One button for both, so that it keeps the focus. */}
      <IconButton
        size="small"
        icon={isRemoved ? Undo2 : X}
        label={`${isRemoved ? 'Restore' : 'Remove'} ${name}`}
        disabled={isRemoved && !canRestore}
        onClick={isRemoved ? onRestore : onRemove}
      />
    </li>
  )
}
