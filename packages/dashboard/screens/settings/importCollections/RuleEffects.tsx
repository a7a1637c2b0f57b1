import type { Collection, ImportedCollection } from '@coffer/schema'
import { useQuery } from '@tanstack/react-query'
import { ruleComparisonQuery } from '../../../queries/access.ts'
import { uncomparedRules } from '../../collectionEditor/edited/changedRules.ts'
import { OpenedAccess } from '../../collectionEditor/OpenedAccess.tsx'
import styles from './ChangeDetails.module.css'
import { importedRules } from './importedRules.ts'

interface RuleEffectsProps {
  stored: Collection
  /** The collection as it is imported. */
  after: ImportedCollection
}

/** Says what each rule that an import changes opens and closes. Nothing if it changes none. */
export function RuleEffects({ stored, after }: RuleEffectsProps) {
  const rules = importedRules(stored, after)
  const isChanged = Object.keys(rules).length > 0
  const { data, error } = useQuery({ ...ruleComparisonQuery(stored.id, rules), enabled: isChanged })
  const changes = data ?? (error ? uncomparedRules(stored, rules) : [])
  if (!isChanged) return null
  return (
    <div role="status" className={styles.effects}>
      {changes.length > 0 && (
        <OpenedAccess changes={changes} isOpened={false} collectionId={stored.id} collection={stored.name} />
      )}
    </div>
  )
}
