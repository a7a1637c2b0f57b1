import type { Collection } from '@coffer/schema'
import { Alert, Button, IconButton } from '@coffer/ui'
import { X } from 'lucide-react'
import { useState } from 'react'
import styles from './DraftNotice.module.css'
import { draftContent, draftMoment } from './draftText.ts'
import type { KeptDraft } from './keptDrafts.ts'

interface DraftNoticeProps {
  collection: Collection
  drafts: readonly KeptDraft[]
  /** Restoring waits for an answer. */
  isAsking: boolean
  /** Files take a moment to be read. */
  onRestore: (draft: KeptDraft) => Promise<void>
  onDiscard: (draft: KeptDraft) => void
}

/** Offers the changes that earlier visits and other tabs left unsaved: where there are several, with what tells one from another. */
export function DraftNotice({ collection, drafts, isAsking, onRestore, onDiscard }: DraftNoticeProps) {
  const [restoring, setRestoring] = useState<KeptDraft>()
  const restore = async (draft: KeptDraft) => {
    setRestoring(draft)
    await onRestore(draft)
    setRestoring(undefined)
  }
  /** Names the draft where there are others. */
  const actions = (draft: KeptDraft, which: string) => (
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
