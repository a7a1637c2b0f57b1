import type { ChangeKind, ImportChange } from '@coffer/schema'
import { Badge, VisuallyHidden } from '@coffer/ui'
import styles from './ChangedName.module.css'

const tones = { added: 'success', changed: 'warning', deleted: 'danger' } as const
const words = { added: 'Added', changed: 'Changed', deleted: 'Deleted' } as const

/** A badge that says whether an import adds, changes or deletes something. */
export function ChangeBadge({ kind }: { kind: ChangeKind }) {
  return <Badge tone={tones[kind]}>{words[kind]}</Badge>
}

/** The name of a collection, preceded by its former name if the import renames it. */
export function ChangedName({ change: { name, formerName } }: { change: ImportChange }) {
  if (formerName === undefined) return name
  return (
    <>
      <del className={styles.former}>{formerName}</del> <VisuallyHidden>renamed to</VisuallyHidden>
      <span aria-hidden="true">→</span> {name}
    </>
  )
}
