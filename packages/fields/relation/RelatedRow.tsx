import { IconButton, joinClasses, MoveHandle, moveBeside, moveBy, Skeleton, useReorder } from '@coffer/ui'
import { Eye, Pencil, X } from 'lucide-react'
import type { RecordJson } from '../RecordJson.ts'
import type { ViewContext } from '../viewContract.ts'
import { RecordLine } from './RecordLine.tsx'
import styles from './relation.module.css'

interface RelatedRowProps {
  id: string
  /** All ids of the relation in order. */
  ids: readonly string[]
  /** The id of the list in which rows are reordered. */
  list: string
  /** Absent while the record is loading or if loading failed. */
  record: RecordJson | undefined
  isLoading: boolean
  canMove: boolean
  /** Whether the record can be viewed but not edited. */
  isReadOnly: boolean
  context: ViewContext
  onMove: (ids: string[]) => void
  onOpen: () => void
  onRemove: () => void
}

/** A row for a chosen record of a relation. */
export function RelatedRow(props: RelatedRowProps) {
  const { id, ids, list, record, isLoading, canMove, isReadOnly, context, onMove, onOpen, onRemove } = props
  const name = record ? context.recordLabel(record) : id
  const verb = isReadOnly ? 'Show' : 'Edit'
  const { setItem, setHandle, isDragged, dropEdge } = useReorder({
    list,
    id,
    axis: 'vertical',
    disabled: !canMove,
    onDrop: (moved, edge) => onMove(moveBeside(ids, moved, id, edge)),
  })
  return (
    <li
      ref={setItem}
      className={joinClasses(styles.row, canMove && styles.movable)}
      data-dragged={isDragged ? '' : undefined}
      data-drop={dropEdge}
    >
      {canMove && (
        <MoveHandle
          ref={setHandle}
          name={name}
          index={ids.indexOf(id)}
          count={ids.length}
          onMove={by => onMove(moveBy(ids, id, by))}
        />
      )}
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
