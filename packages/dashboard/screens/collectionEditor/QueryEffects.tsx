import type { ChangedRecords, QueryDifference } from '@coffer/schema'
import { Alert } from '@coffer/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { queryDifferenceQuery } from '../../queries/access.ts'
import { countInWords } from '../../shell/collections/recordCountText.ts'
import { RecordDisclosure } from '../access/RecordDisclosure.tsx'
import { RecordPages } from '../access/RecordPages.tsx'
import styles from './ChangeList.module.css'
import { type ChangedQuery, showsMore } from './edited/changedQuery.ts'

interface QueryEffectsProps {
  /** The name of the view. */
  name: string
  changed: ChangedQuery
}

/** Says what another query of a view shows, and lists the records. */
export function QueryEffects({ name, changed }: QueryEffectsProps) {
  const { views, change } = changed
  return (
    <>
      <Alert tone={showsMore(changed) ? 'danger' : 'warning'}>
        <p>
          The query of {name} has changed. Guests or users can read what it selects in {views.join(', ')}.
          {change === undefined && " Couldn't compare it with the stored query. Check what it shows."}
        </p>
      </Alert>
      {change && (
        <ul className={styles.changes} aria-label={`Effects of the query of ${name}`}>
          {change.newFields.length > 0 && (
            <li className={styles.removed}>
              New fields: <b>{change.newFields.join(', ')}</b>
            </li>
          )}
          {change.lostFields.length > 0 && (
            <li>
              Removed fields: <b>{change.lostFields.join(', ')}</b>
            </li>
          )}
          <Difference {...changed} difference="gained" records={change.gained} />
          <Difference {...changed} difference="changed" records={change.changed} />
          <Difference {...changed} difference="lost" records={change.lost} />
        </ul>
      )}
    </>
  )
}

const verbs: Readonly<Record<QueryDifference, [one: string, several: string]>> = {
  gained: ['is added', 'are added'],
  changed: ['shows other values', 'show other values'],
  lost: ['is no longer shown', 'are no longer shown'],
}

interface DifferenceProps extends Pick<ChangedQuery, 'collectionId' | 'query'> {
  difference: QueryDifference
  records: ChangedRecords
}

/** How many records a query shows otherwise, which are listed on demand. Nothing if there are none. */
function Difference({ records: { count }, ...listed }: DifferenceProps) {
  if (count === 0) return null
  const summary = `${countInWords(count)} ${verbs[listed.difference][count === 1 ? 0 : 1]}`
  return (
    <li className={listed.difference === 'lost' ? undefined : styles.removed}>
      <RecordDisclosure summary={summary}>
        <Records {...listed} label={summary} />
      </RecordDisclosure>
    </li>
  )
}

function Records({ collectionId, query, difference, label }: Omit<DifferenceProps, 'records'> & { label: string }) {
  const list = useInfiniteQuery(queryDifferenceQuery(collectionId, query, difference))
  return (
    <RecordPages
      collectionId={collectionId}
      list={list}
      label={label}
      opensTabs={true}
      // A record that only the new query shows has no page before the query is saved.
      areStored={difference !== 'gained'}
    />
  )
}
