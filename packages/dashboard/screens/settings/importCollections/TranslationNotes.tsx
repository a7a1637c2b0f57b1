import type { ImportNote } from '@coffer/schema'
import { Alert } from '@coffer/ui'
import styles from './TranslationNotes.module.css'

/** Lists what works differently after the import of an export of PocketBase 0.23 or later. */
export function TranslationNotes({ notes }: { notes: readonly ImportNote[] }) {
  return (
    <Alert tone="info" role="status">
      This export is from PocketBase 0.23 or later. These parts work differently in Coffer:
      <ul className={styles.notes}>
        {notes.map(({ subject, text }) => (
          <li key={subject + text}>
            <b>{subject}</b>: {text}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
