import type { RuleChange } from '@coffer/schema'
import { Alert } from '@coffer/ui'
import styles from './ChangeList.module.css'
import { RuleChangeText } from './rules/RuleComparison.tsx'

interface OpenedAccessProps {
  changes: readonly RuleChange[]
  /** Whether the collection is opened to everyone. */
  isOpened: boolean
  collectionId: string
  collection: string
}

const titleOf = ({ action }: RuleChange): string => `${action.charAt(0).toUpperCase()}${action.slice(1)} rule`

const isCertain = ({ opensToEveryone, isUncertain }: RuleChange): boolean => opensToEveryone && !isUncertain

/** Lists what changed rules open and close. */
export function OpenedAccess({ changes, isOpened, collectionId, collection }: OpenedAccessProps) {
  return (
    <>
      {isOpened && (
        <Alert tone="danger">
          <p>
            Anyone {changes.some(isCertain) ? 'gets' : 'might get'} access to {collection} without signing in. If that is
            intended, confirm it below.
          </p>
        </Alert>
      )}
      <ul className={styles.changes} aria-label={`Changed rules of ${collection}`}>
        {changes.map(change => (
          <li key={change.action}>
            <b>{titleOf(change)}</b>
            <RuleChangeText change={change} collectionId={collectionId} />
          </li>
        ))}
      </ul>
    </>
  )
}
