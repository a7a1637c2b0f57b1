import type { Collection, ImportedCollection, Rule } from '@coffer/schema'
import { Skeleton } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { type NewRules, ruleComparisonQuery } from '../../../queries/access.ts'
import { LoadFailure } from '../../../shell/loading/LoadFailure.tsx'
import { changedRules } from '../../collectionEditor/edited/changedRules.ts'
import { OpenedAccess } from '../../collectionEditor/OpenedAccess.tsx'
import styles from './ChangeDetails.module.css'

const manageRuleOf = ({ type, options }: ImportedCollection): Rule =>
  type === 'auth' && typeof options.manageRule === 'string' ? options.manageRule : null

/** Returns the rules that an import changes, by action. Those of a new collection are all that are not for admins only. */
export function importedRules(stored: Collection | undefined, after: ImportedCollection): NewRules {
  return changedRules(stored, { ...after, manageRule: manageRuleOf(after) })
}

interface RuleEffectsProps {
  stored: Collection
  /** The collection as it is imported. */
  after: ImportedCollection
}

/** Says what each rule that an import changes opens and closes. Nothing if it changes none. */
export function RuleEffects({ stored, after }: RuleEffectsProps) {
  const rules = importedRules(stored, after)
  const isChanged = Object.keys(rules).length > 0
  const query = { ...ruleComparisonQuery(stored.id, rules), enabled: isChanged }
  const { data, error, isFetching, refetch } = useQuery(query)
  if (!isChanged) return null
  return (
    <div className={styles.effects}>
      {data && <OpenedAccess changes={data} isOpened={false} collectionId={stored.id} collection={stored.name} />}
      {!data && !error && (
        <div role="status" aria-label={`Comparing the rules of ${stored.name}...`} className={styles.comparing}>
          <Skeleton width="60%" />
        </div>
      )}
      {error && <LoadFailure noun="effects of the rules" error={error} isRetrying={isFetching} onRetry={() => void refetch()} />}
    </div>
  )
}
