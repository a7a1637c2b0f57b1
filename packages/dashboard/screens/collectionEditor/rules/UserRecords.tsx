import type { RemovedFields, RuleChange, UserDifference } from '@coffer/schema'
import { Skeleton, VisuallyHidden } from '@coffer/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ruleComparisonQuery } from '../../../queries/access.ts'
import { countInWords } from '../../../shell/collections/recordCountText.ts'
import { LoadFailure } from '../../../shell/loading/LoadFailure.tsx'
import { RecordLinks } from './FirstItems.tsx'
import styles from './RuleComparison.module.css'

/** Returns the username of a user, else the key of the persona. */
export function nameOf({ username, persona }: UserDifference): string {
  return username || persona
}

interface UserRecordsProps {
  change: RuleChange
  user: UserDifference
  collectionId: string
  /** The fields that are removed with the change. */
  removed?: RemovedFields | undefined
}

/** Lists the records that a user gains and loses. */
export function UserRecords({ change: { action, after: rule }, user, collectionId, removed }: UserRecordsProps) {
  const query = ruleComparisonQuery(collectionId, { [action]: rule }, { persona: user.persona, removed })
  const of = { collectionId, persona: user.persona }
  const { data, error, isFetching, refetch } = useQuery({ ...query, placeholderData: keepPreviousData })
  const { gainedIds = [], lostIds = [] } = data?.[0]?.users?.changed[0] ?? {}
  const count = gainedIds.length + lostIds.length
  return (
    <section aria-label={`Records of ${nameOf(user)}`} className={styles.user}>
      <VisuallyHidden role="status">{data ? countInWords(count) : error ? '' : 'Loading records...'}</VisuallyHidden>
      {error && <LoadFailure noun="records" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton width="60%" />}
      {data && count === 0 && <p>The records could not be listed in time.</p>}
      {data && (
        <>
          <RecordLinks
            {...of}
            label={`${nameOf(user)} gains`}
            ids={gainedIds}
            total={user.gained}
            change={{ action, rule, difference: 'gained', removed }}
          />
          <RecordLinks
            {...of}
            label={`${nameOf(user)} loses`}
            ids={lostIds}
            total={user.lost}
            change={{ action, rule, difference: 'lost', removed }}
          />
        </>
      )}
    </section>
  )
}
