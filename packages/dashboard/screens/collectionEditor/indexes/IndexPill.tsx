import { parseIndex } from '@coffer/schema'
import { joinClasses, Tooltip } from '@coffer/ui'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import type { EditedCollection, EditedIndex } from '../edited/EditedCollection.ts'
import { removedFieldOf, statementOf } from '../edited/indexes.ts'
import styles from './Indexes.module.css'

interface IndexPillProps {
  edited: EditedCollection
  index: EditedIndex
  /** Server error about the index. */
  error: string | undefined
  onOpen: (statement: string) => void
}

/** Button of an index with its columns. Opens its dialog. */
export function IndexPill({ edited, index, error, onOpen }: IndexPillProps) {
  const noteId = useId()
  const statement = statementOf(edited, index)
  const definition = parseIndex(statement)
  const columns = definition?.columns.map(({ name }) => name).join(', ') ?? statement
  const lost = removedFieldOf(edited, index)
  const note = error ?? (lost === undefined ? undefined : `Will be removed with the field “${lost}”.`)
  return (
    <span className={styles.item}>
      <Tooltip content={statement} mono={true}>
        <button
          type="button"
          className={joinClasses(styles.pill, error && styles.wrong, lost !== undefined && styles.lost)}
          aria-describedby={note === undefined ? undefined : noteId}
          aria-invalid={error === undefined ? undefined : true}
          onClick={() => onOpen(statement)}
        >
          {definition?.isUnique && <b>Unique:</b>}
          <span className={styles.columns}>{columns}</span>
        </button>
      </Tooltip>
      {note !== undefined && (
        <span id={noteId} className={error === undefined ? styles.note : styles.error}>
          {error !== undefined && <CircleAlert size={14} aria-hidden={true} />}
          {note}
        </span>
      )}
    </span>
  )
}
