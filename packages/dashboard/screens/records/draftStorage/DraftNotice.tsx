import type { Collection } from '@coffer/schema'
import { Alert, Button, IconButton } from '@coffer/ui'
import { X } from 'lucide-react'
import { useState } from 'react'
import styles from './DraftNotice.module.css'
import { draftContent, draftMoment } from './draftText.ts'
import type { StoredDraft } from './loadDrafts.ts'

interface DraftNoticeProps {
  collection: Collection
  drafts: readonly StoredDraft[]
  /** Whether the conflict dialog is open. */
  isAsking: boolean
  /** Resolves once the files of the draft are read. */
  onRestore: (draft: StoredDraft) => Promise<void>
  onDiscard: (draft: StoredDraft) => void
}

/** Offers unsaved changes from earlier visits and other tabs. Several drafts are listed with their time and content. */
export function DraftNotice({ collection, drafts, isAsking, onRestore, onDiscard }: DraftNoticeProps) {
  const [restoring, setRestoring] = useState<StoredDraft>()
  const restore = async (draft: StoredDraft) => {
    setRestoring(draft)
    await onRestore(draft)
    setRestoring(undefined)
  }
  /** `which` distinguishes the labels of several drafts. */
  const actions = (draft: StoredDraft, which: string) => (
    <span className={styles.actions}>
      <Button
        size="small"
        aria-label={`Restore draft${which}`}
        loading={restoring === draft && !isAsking}
        onClick={() => void restore(draft)}
      >
        Restore draft
      </Button>
      <IconButton
        size="small"
        label={`Discard draft${which}`}
        icon={X}
        disabled={restoring !== undefined}
        onClick={() => onDiscard(draft)}
      />
    </span>
  )
  const [first] = drafts
  if (first !== undefined && drafts.length === 1) {
    return (
      <Alert role="status" action={actions(first, '')}>
        The record has previous unsaved changes.
      </Alert>
    )
  }
  return (
    <Alert role="status" title={`The record has ${drafts.length} drafts of previous unsaved changes.`}>
      <ul className={styles.list}>
        {drafts.map((draft, at) => (
          <li key={draft.key} className={styles.draft}>
            <span className={styles.text}>
              <span>{draftMoment(draft)}</span>
              <span className={styles.content}>{draftContent(collection, draft)}</span>
            </span>
            {actions(draft, ` ${at + 1} of ${drafts.length}`)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
