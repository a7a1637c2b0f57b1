import { Button, Kbd, useShortcut, useSingleKeys } from '@coffer/ui'
import { useId, useSyncExternalStore } from 'react'
import { lastDeletion, watchDeletions } from '../../../queries/records/keptDeletions.ts'
import styles from './UndoDeletion.module.css'
import { useUndo } from './useUndo.ts'

/** Offers to undo the last deletion for as long as the server keeps it, at the foot of the page where it covers nothing. */
export function UndoDeletion() {
  const deletion = useSyncExternalStore(watchDeletions, lastDeletion)
  const undo = useUndo()
  const textId = useId()
  const [areSingleKeysOn] = useSingleKeys()
  const act = () => {
    if (deletion) void undo(deletion)
  }
  useShortcut('z', act, { enabled: deletion !== undefined })
  if (!deletion) return null
  const { count, collectionName } = deletion
  return (
    <span className={styles.undo}>
      <span id={textId} className={styles.text}>
        Deleted {count === 1 ? 'a record' : `${count} records`} of {collectionName}
      </span>
      <Button size="small" variant="quiet" aria-describedby={textId} onClick={act}>
        Undo
        {areSingleKeysOn && <Kbd keys="z" />}
      </Button>
    </span>
  )
}
