import { Button, Kbd, useShortcut, useSingleKeys } from '@coffer/ui'
import { useId } from 'react'
import { useLastUndoable } from '../../../queries/records/undoableChanges.ts'
import styles from './UndoButton.module.css'
import { useUndo } from './useUndo.ts'

/** Offers to undo the last deletion or bulk edit while the server can undo it. It is in the footer, where it covers nothing. */
export function UndoButton() {
  const change = useLastUndoable()
  const undo = useUndo()
  const textId = useId()
  const [areSingleKeysOn] = useSingleKeys()
  const act = () => {
    if (change) void undo(change)
  }
  useShortcut('z', act, { enabled: change !== undefined })
  if (!change) return null
  const { kind, count, collectionName } = change
  return (
    <span className={styles.undo}>
      <span id={textId} className={styles.text}>
        {kind === 'deleted' ? 'Deleted' : 'Changed'} {count === 1 ? 'a record' : `${count} records`} of {collectionName}
      </span>
      <Button size="small" variant="quiet" aria-describedby={textId} onClick={act}>
        Undo
        {areSingleKeysOn && <Kbd keys="z" />}
      </Button>
    </span>
  )
}
