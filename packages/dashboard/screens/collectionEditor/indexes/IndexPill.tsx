import { parseIndex } from '@coffer/schema'
import { joinClasses, Tooltip } from '@coffer/ui'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import type { EditedCollection, EditedIndex } from '../edited/EditedCollection.ts'
import { lostWith, statementOf } from '../edited/indexes.ts'
import styles from './Indexes.module.css'

interface IndexPillProps {
  edited: EditedCollection
  index: EditedIndex
  /** What the server has against it. */
  error: string | undefined
  onOpen: (statement: string) => void
}

/** An index: whether it is unique, and its columns. A press opens it. */
export function IndexPill({ edited, index, error, onOpen }: IndexPillProps) {
  const noteId = useId()
  const statement = statementOf(edited, index)
  const definition = parseIndex(statement)
  const columns = definition?.columns.map(({ name }) => name).join(', ') ?? statement
  const lost = lostWith(edited, index)
  const note = error ?? (lost === undefined ? undefined : `Goes with the removed field “${lost}”.`)
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
