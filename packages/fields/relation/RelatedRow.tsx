import { IconButton, Skeleton } from '@coffer/ui'
import { Eye, Pencil, X } from 'lucide-react'
import type { RecordJson } from '../RecordJson.ts'
import type { ViewContext } from '../viewContract.ts'
import { RecordLine } from './RecordLine.tsx'
import styles from './relation.module.css'

interface RelatedRowProps {
  id: string
  /** Absent while it is looked up, and where that failed. */
  record: RecordJson | undefined
  isLoading: boolean
  /** It can be looked at, but not changed. */
  isReadOnly: boolean
  context: ViewContext
  onOpen: () => void
  onRemove: () => void
}

/** A chosen record among those of a relation. */
export function RelatedRow({ id, record, isLoading, isReadOnly, context, onOpen, onRemove }: RelatedRowProps) {
  const name = record ? context.recordLabel(record) : id
  const verb = isReadOnly ? 'Show' : 'Edit'
  return (
    <li className={styles.row}>
      {record ? (
        <RecordLine record={record} context={context} className={styles.grow} />
      ) : isLoading ? (
        <span className={styles.grow}>
          <Skeleton width="45%" />
        </span>
      ) : (
        <span className={styles.id}>{id}</span>
      )}
      {record && (
        <IconButton size="small" icon={isReadOnly ? Eye : Pencil} label={`${verb} ${name}`} tooltip={verb} onClick={onOpen} />
      )}
      {!isLoading && <IconButton size="small" icon={X} label={`Remove ${name}`} tooltip="Remove" onClick={onRemove} />}
    </li>
  )
}
