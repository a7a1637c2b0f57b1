import type { LostName } from '@coffer/schema'
import { Alert } from '@coffer/ui'
import styles from './ChangeList.module.css'

/** Lists the rules that read fields which a change removes or renames. */
export function LostNames({ names }: { names: readonly LostName[] }) {
  const canAllowMore = names.some(({ canHold }) => canHold)
  return (
    <>
      <Alert tone={canAllowMore ? 'danger' : 'warning'}>
        <p>
          These rules read fields that no longer exist after this change, so they compare with null.
          {canAllowMore && ' Some of them can then allow more.'}
        </p>
      </Alert>
      <ul className={styles.changes} aria-label="Rules that read these fields">
        {names.map(({ collection, action, name, canHold }) => (
          <li key={`${collection} ${action} ${name}`} className={canHold ? styles.removed : undefined}>
            <b>{collection}</b>, {action} rule: <code>{name}</code>. It can allow {canHold ? 'more' : 'less'}.
          </li>
        ))}
      </ul>
    </>
  )
}
