import { Alert } from '@coffer/ui'
import { type AffectedRecords, severalFilter } from '../../queries/collections/affectedRecords.ts'
import { holdingFilter } from '../../queries/filters/holdingFilter.ts'
import { countInWords } from '../../shell/collections/recordCountText.ts'
import styles from './ChangeList.module.css'
import type { RiskyChanges } from './edited/riskyChanges.ts'

interface ChangeListProps {
  collectionId: string
  changes: RiskyChanges
  /** Undefined if the records could not be counted. */
  affected: AffectedRecords | undefined
}

/** Lists the changes of a save that break references or delete values. */
export function ChangeList({ collectionId, changes, affected }: ChangeListProps) {
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
            Multiple to single value conversion of field <b>{name}</b> :{' '}
            <Truncation several={affected?.holdingSeveral.get(id)} records={{ collectionId, filter: severalFilter(name) }} />
          </li>
        ))}
        {fields.map(field => (
          <li key={field.from}>
            Renamed field <Renamed {...field} />
          </li>
        ))}
        {removed.map(field => (
          <li key={field.id} className={styles.removed}>
            Removed field <b>{field.name}</b>:{' '}
            <Loss
              holding={affected?.holding.get(field.id)}
              total={affected?.total}
              records={{ collectionId, filter: holdingFilter(field) }}
            />
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

/** Records that match a filter. */
interface Matching {
  collectionId: string
  filter: string
}

interface LossProps {
  holding: number | undefined
  total: number | undefined
  records: Matching
}

function Loss({ holding, total, records }: LossProps) {
  if (holding === undefined || total === undefined) return "couldn't count the records that have a value"
  if (holding === 0) return 'no record has a value'
  return (
    <>
      the values of <Counted count={holding} {...records} /> of {total.toLocaleString('en')} are deleted permanently
    </>
  )
}

function Truncation({ several, records }: { several: number | undefined; records: Matching }) {
  if (several === undefined) return "only the last value of each record is kept; couldn't count the records that have more"
  if (several === 0) return 'no record has more than one value'
  return (
    <>
      only the last value is kept in <Counted count={several} {...records} /> that {several === 1 ? 'has' : 'have'} more than one
    </>
  )
}

/** A number of records, with a link to them in another tab, so that what is edited stays. */
function Counted({ count, ...search }: Matching & { count: number }) {
  return (
    <a className={styles.counted} href={`#/collections?${new URLSearchParams({ ...search })}`} target="_blank" rel="noreferrer">
      {countInWords(count)}
    </a>
  )
}

function Renamed({ from, to }: { from: string; to: string }) {
  return (
    <>
      <del>{from}</del> to <b>{to}</b>
    </>
  )
}
