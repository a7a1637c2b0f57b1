import { Badge, Button, IconButton, joinClasses } from '@coffer/ui'
import { X } from 'lucide-react'
import styles from '../inputs/inputs.module.css'
import { FileThumb } from './FileThumb.tsx'
import type { FileItem } from './fileDraft.ts'
import { formatBytes } from './formatBytes.ts'

interface FileRowProps {
  item: FileItem
  address?: string
  isRemoved: boolean
  /** There is room for it among the field's files. */
  canRestore: boolean
  onRemove: () => void
  onRestore: () => void
}

/** A file of a draft: stored, new, or marked for removal. */
export function FileRow({ item, address, isRemoved, canRestore, onRemove, onRestore }: FileRowProps) {
  const name = typeof item === 'string' ? item : item.name
  const action = isRemoved ? (
    <Button size="small" variant="quiet" disabled={!canRestore} aria-label={`Restore ${name}`} onClick={onRestore}>
      Restore
    </Button>
  ) : (
    <IconButton size="small" icon={X} label={`Remove ${name}`} onClick={onRemove} />
  )
  return (
    <li className={styles.file}>
      <FileThumb name={name} {...(address && { address })} isDecorative />
      <span className={joinClasses(styles.fileName, isRemoved && styles.removed)}>{isRemoved ? <del>{name}</del> : name}</span>
      {typeof item !== 'string' && (
        <>
          <span className={styles.size}>{formatBytes(item.size)}</span>
          <Badge tone="success">New</Badge>
        </>
      )}
      {action}
    </li>
  )
}
