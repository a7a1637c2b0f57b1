import type { Collection } from '@coffer/schema'
import { Alert } from '@coffer/ui'
import styles from './ChangeList.module.css'
import type { RiskyChanges } from './edited/riskyChanges.ts'

interface ChangeListProps {
  collection: Collection
  changes: RiskyChanges
}

/** What a save changes for those who rely on the collection, and what it takes away. */
export function ChangeList({ changes }: ChangeListProps) {
  const { collection: renamed, fields, removed, narrowed, lostIndexes } = changes
  return (
    <>
      <Alert tone="warning">
        <p>
          If other collections' rules, filters or view queries name what changes here, they have to be changed by hand afterwards.
        </p>
        {removed.length > 0 && <p>The values of removed fields are deleted for good.</p>}
      </Alert>
      <ul className={styles.changes} aria-label="Changes">
        {renamed && (
          <li>
            Renamed collection <Renamed {...renamed} />
          </li>
        )}
        {narrowed.map(({ id, name }) => (
          <li key={id}>
            Multiple to single value conversion of field <b>{name}</b> (only the last value of each record is kept)
          </li>
        ))}
        {fields.map(field => (
          <li key={field.from}>
            Renamed field <Renamed {...field} />
          </li>
        ))}
        {removed.map(({ id, name }) => (
          <li key={id} className={styles.removed}>
            Removed field <b>{name}</b>
          </li>
        ))}
        {lostIndexes.map(statement => (
          <li key={statement} className={styles.removed}>
            Removed index <code>{statement}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

function Renamed({ from, to }: { from: string; to: string }) {
  return (
    <>
      <del>{from}</del> to <b>{to}</b>
    </>
  )
}
