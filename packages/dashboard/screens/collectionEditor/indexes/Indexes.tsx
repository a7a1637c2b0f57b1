import { Alert, Button } from '@coffer/ui'
import { Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { newIndex } from '../edited/indexDraft.ts'
import { removeIndex, setIndex } from '../edited/indexes.ts'
import { indexPath } from '../edited/serverIssues.ts'
import type { CollectionForm } from '../useCollectionForm.ts'
import { IndexDialog } from './IndexDialog.tsx'
import styles from './Indexes.module.css'
import { IndexPill } from './IndexPill.tsx'

/** State of the dialog: an existing index, or a new one without a key. */
interface Opened {
  key: string | undefined
  statement: string
  /** Number of openings. As a `key`, it resets the dialog to the current statement. */
  opening: number
}

/** Lists the indexes of a collection. */
export function Indexes({ form }: { form: CollectionForm }) {
  const { edited, errors, change } = form
  const [opened, setOpened] = useState<Opened>()
  const [isOpen, setOpen] = useState(false)
  const headingId = useId()
  const add = useRef<HTMLButtonElement>(null)
  const hasDeleted = useRef(false)
  const error = opened?.key === undefined ? undefined : errors[indexPath(opened.key)]

  const open = (key: string | undefined, statement: string) => {
    hasDeleted.current = false
    setOpened(last => ({ key, statement, opening: (last?.opening ?? 0) + 1 }))
    setOpen(true)
  }
  const set = (statement: string) => {
    const key = opened?.key
    change(last => setIndex(last, key, statement), key && indexPath(key))
    setOpen(false)
  }
  const remove = (key: string) => {
    hasDeleted.current = true
    change(last => removeIndex(last, key), indexPath(key))
    setOpen(false)
  }
  return (
    <section className={styles.indexes} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        Unique constraints and indexes ({edited.indexes.length})
      </h3>
      {errors.indexes && <Alert tone="danger">{errors.indexes}</Alert>}
      <div className={styles.list}>
        {edited.indexes.map(index => (
          <IndexPill
            key={index.key}
            edited={edited}
            index={index}
            error={errors[indexPath(index.key)]}
            onOpen={statement => open(index.key, statement)}
          />
        ))}
        <Button ref={add} size="small" icon={Plus} className={styles.add} onClick={() => open(undefined, newIndex(edited.name))}>
          New index
        </Button>
      </div>
      {opened && (
        <IndexDialog
          key={opened.opening}
          open={isOpen}
          edited={edited}
          statement={opened.statement}
          error={error}
          onClose={() => setOpen(false)}
          onSet={set}
          onDelete={opened.key === undefined ? undefined : () => remove(opened.key ?? '')}
          takeFocus={() => {
            if (hasDeleted.current) add.current?.focus()
            return hasDeleted.current
          }}
        />
      )}
    </section>
  )
}
