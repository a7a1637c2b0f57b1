import type { ChangeKind, ImportChange } from '@coffer/schema'
import { Badge, joinClasses } from '@coffer/ui'
import { ChangeBadge, ChangedName } from './ChangedName.tsx'
import styles from './ChangeSummary.module.css'

interface ChangeSummaryProps {
  changes: readonly ImportChange[]
  /** Whether the changes are about to be recomputed. */
  isStale: boolean
}

/** Lists the collections that an import would change, one per line. */
export function ChangeSummary({ changes, isStale }: ChangeSummaryProps) {
  return (
    <section className={joinClasses(styles.summary, isStale && styles.stale)} aria-labelledby="detected-changes">
      <h2 id="detected-changes" className={styles.heading}>
        Detected changes <Badge>{changes.length}</Badge>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable list must be reachable by keyboard */}
      <ul className={styles.list} aria-labelledby="detected-changes" tabIndex={0}>
        {changes.map(change => (
          <li key={change.id} className={styles.entry}>
            <ChangeBadge kind={change.kind} />
            <span className={styles.name}>
              <ChangedName change={change} />
            </span>
            <span className={styles.id}>{change.id}</span>
            <span className={styles.parts}>{describe(change)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const verbs: readonly ChangeKind[] = ['added', 'changed', 'deleted']

/** Summarizes the changes of a collection, e.g. "2 fields added, 1 deleted". */
function describe({ kind, parts }: ImportChange): string {
  if (kind !== 'changed') return ''
  const fields = parts.filter(part => part.field !== undefined)
  const counts = verbs
    .map(verb => ({ verb, count: fields.filter(part => part.kind === verb).length }))
    .filter(({ count }) => count > 0)
    .map(({ verb, count }, at) => `${count} ${at === 0 ? (count === 1 ? 'field ' : 'fields ') : ''}${verb}`)
  return [...(fields.length < parts.length ? ['settings changed'] : []), ...counts].join(', ')
}
