import { Alert } from '@coffer/ui'
import type { AffectedRecords } from '../../queries/collections/affectedRecords.ts'
import { countInWords } from '../../shell/collections/recordCountText.ts'
import styles from './ChangeList.module.css'
import type { RiskyChanges } from './edited/riskyChanges.ts'

interface ChangeListProps {
  changes: RiskyChanges
  /** Absent where it could not be counted. */
  affected: AffectedRecords | undefined
}

/** What a save changes for those who rely on the collection, and what it takes away. */
export function ChangeList({ changes, affected }: ChangeListProps) {
  const { collection: renamed, fields, removed, narrowed, lostIndexes } = changes
  return (
    <>
      <Alert tone="warning">
        <p>
          If other collections' rules, filters or view queries name what changes here, they have to be changed by hand afterwards.
        </p>
      </Alert>
      <ul className={styles.changes} aria-label="Changes">
        {renamed && (
          <li>
            Renamed collection <Renamed {...renamed} />
          </li>
        )}
        {narrowed.map(({ id, name }) => (
          <li key={id}>
            Multiple to single value conversion of field <b>{name}</b> : {sayKept(affected?.holdingSeveral.get(id))}
          </li>
        ))}
        {fields.map(field => (
          <li key={field.from}>
            Renamed field <Renamed {...field} />
          </li>
        ))}
        {removed.map(({ id, name }) => (
          <li key={id} className={styles.removed}>
            Removed field <b>{name}</b>: {sayLost(affected?.holding.get(id), affected?.total)}
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

function sayLost(holding: number | undefined, total: number | undefined): string {
  if (holding === undefined || total === undefined) return 'how many records hold a value in it could not be counted'
  if (holding === 0) return 'no record holds a value in it'
  return `the values of ${countInWords(holding)} of ${total.toLocaleString('en')} are deleted for good`
}

function sayKept(several: number | undefined): string {
  if (several === undefined) return 'only the last value of each record is kept; how many hold more could not be counted'
  if (several === 0) return 'no record holds more than one value'
  return `only the last value is kept in ${countInWords(several)} that ${several === 1 ? 'holds' : 'hold'} more than one`
}

function Renamed({ from, to }: { from: string; to: string }) {
  return (
    <>
      <del>{from}</del> to <b>{to}</b>
    </>
  )
}
