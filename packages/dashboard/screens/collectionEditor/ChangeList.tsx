import { Alert } from '@coffer/ui'
import type { AffectedRecords } from '../../queries/collections/affectedRecords.ts'
import { countInWords } from '../../shell/collections/recordCountText.ts'
import styles from './ChangeList.module.css'
import type { RiskyChanges } from './edited/riskyChanges.ts'

interface ChangeListProps {
  changes: RiskyChanges
  /** Undefined if the records could not be counted. */
  affected: AffectedRecords | undefined
}

/** Lists the changes of a save that break references or delete values. */
export function ChangeList({ changes, affected }: ChangeListProps) {
  const { collection: renamed, fields, removed, narrowed, lostIndexes } = changes
  return (
    <>
      <Alert tone="warning">
        <p>Rules, filters and view queries of other collections that use these names have to be updated manually.</p>
      </Alert>
      <ul className={styles.changes} aria-label="Changes">
        {renamed && (
          <li>
            Renamed collection <Renamed {...renamed} />
          </li>
        )}
        {narrowed.map(({ id, name }) => (
          <li key={id}>
            Multiple to single value conversion of field <b>{name}</b> : {describeTruncation(affected?.holdingSeveral.get(id))}
          </li>
        ))}
        {fields.map(field => (
          <li key={field.from}>
            Renamed field <Renamed {...field} />
          </li>
        ))}
        {removed.map(({ id, name }) => (
          <li key={id} className={styles.removed}>
            Removed field <b>{name}</b>: {describeLoss(affected?.holding.get(id), affected?.total)}
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

function describeLoss(holding: number | undefined, total: number | undefined): string {
  if (holding === undefined || total === undefined) return "couldn't count the records that have a value"
  if (holding === 0) return 'no record has a value'
  return `the values of ${countInWords(holding)} of ${total.toLocaleString('en')} are deleted permanently`
}

function describeTruncation(several: number | undefined): string {
  if (several === undefined) return "only the last value of each record is kept; couldn't count the records that have more"
  if (several === 0) return 'no record has more than one value'
  return `only the last value is kept in ${countInWords(several)} that ${several === 1 ? 'has' : 'have'} more than one`
}

function Renamed({ from, to }: { from: string; to: string }) {
  return (
    <>
      <del>{from}</del> to <b>{to}</b>
    </>
  )
}
