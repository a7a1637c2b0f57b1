import type { ImportChange } from '@coffer/schema'
import { VisuallyHidden } from '@coffer/ui'
import styles from './ChangedName.module.css'

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
