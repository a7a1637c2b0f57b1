import type { ImportChange, PartChange } from '@coffer/schema'
import { Disclosure } from '@coffer/ui'
import { useState } from 'react'
import { ChangeBadge } from './ChangeBadge.tsx'
import styles from './ChangeDetails.module.css'
import { ChangedName } from './ChangedName.tsx'
import { PartDiff } from './PartDiff.tsx'

interface ChangeDetailsProps {
  change: ImportChange
  isOpenAtFirst: boolean
}

/** Everything that an import changes in one collection. */
export function ChangeDetails({ change, isOpenAtFirst }: ChangeDetailsProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const { kind, id, parts } = change
  return (
    <Disclosure
      className={styles.collection}
      summaryClassName={styles.summary}
      open={isOpen}
      onOpenChange={setOpen}
      summary={
        <>
          <ChangeBadge kind={kind} />
          <h3 className={styles.name}>
            <ChangedName change={change} />
          </h3>
          <span className={styles.id}>{id}</span>
        </>
      }
    >
      {parts.map(part => (
        <Part key={part.field?.id ?? ''} part={part} isAlone={kind !== 'changed'} />
      ))}
    </Disclosure>
  )
}

/** @param isAlone the whole collection comes or goes, which says enough of each part */
function Part({ part, isAlone }: { part: PartChange; isAlone: boolean }) {
  const { kind, field } = part
  return (
    <section className={styles.part}>
      <h4 className={styles.partHead}>
        {field ? `field: ${field.name}` : 'settings'}
        {!isAlone && <ChangeBadge kind={kind} />}
        {kind === 'deleted' && field && !isAlone && (
          <span className={styles.warning}>All stored data related to {field.name} will be deleted!</span>
        )}
      </h4>
      <PartDiff before={part.before} after={part.after} />
    </section>
  )
}
