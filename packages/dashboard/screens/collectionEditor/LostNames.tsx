import { type Collection, findRemovedFields, type LostName, type RemovedFields } from '@coffer/schema'
import { Alert } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { ruleComparisonQuery } from '../../queries/access.ts'
import styles from './ChangeList.module.css'
import { RuleChangeText } from './rules/RuleComparison.tsx'

interface LostNamesProps {
  names: readonly LostName[]
  /** All collections before the change, and after it. */
  before: readonly Collection[]
  after: readonly Collection[]
}

/** Lists the rules that read fields which a change removes or renames, and the records that they open without them. */
export function LostNames({ names, before, after }: LostNamesProps) {
  const canAllowMore = names.some(({ canHold }) => canHold)
  const removed = findRemovedFields(before, after)
  const isFirstOfRule = ({ collectionId, action }: LostName, index: number) =>
    names.findIndex(name => name.canHold && name.collectionId === collectionId && name.action === action) === index
  return (
    <>
      <Alert tone={canAllowMore ? 'danger' : 'warning'}>
        <p>
          These rules read fields that no longer exist after this change, so they compare with null.
          {canAllowMore && ' Some of them can then allow more.'}
        </p>
      </Alert>
      <ul className={styles.changes} aria-label="Rules that read these fields">
        {names.map((lost, index) => (
          <li key={`${lost.collection} ${lost.action} ${lost.name}`}>
            <p className={lost.canHold ? styles.removed : undefined}>
              <b>{lost.collection}</b>, {lost.action} rule: <code>{lost.name}</code>. It can allow{' '}
              {lost.canHold ? 'more' : 'less'}.
            </p>
            {isFirstOfRule(lost, index) && <Effect lost={lost} removed={removed} />}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Says which records a rule opens and closes without the removed fields. */
function Effect({ lost: { collectionId, action, rule }, removed }: { lost: LostName; removed: RemovedFields }) {
  const { data, error } = useQuery(ruleComparisonQuery(collectionId, { [action]: rule }, { removed }))
  const [change] = data ?? []
  return (
    <div role="status">
      {!data && !error && <p>Counting the records that the rule opens and closes...</p>}
      {error && <p>The records that the rule opens and closes could not be counted.</p>}
      {change && <RuleChangeText change={change} collectionId={collectionId} removed={removed} />}
    </div>
  )
}
