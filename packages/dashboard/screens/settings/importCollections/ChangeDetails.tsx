import type { Collection, ImportChange, ImportedCollection, PartChange } from '@coffer/schema'
import { Disclosure } from '@coffer/ui'
import { useState } from 'react'
import styles from './ChangeDetails.module.css'
import { ChangeBadge, ChangedName } from './ChangedName.tsx'
import { PartDiff } from './PartDiff.tsx'
import { RuleEffects } from './RuleEffects.tsx'

interface ChangeDetailsProps {
  change: ImportChange
  /** The collection as it is stored, and as it is imported. */
  stored: Collection | undefined
  imported: ImportedCollection | undefined
  isOpenAtFirst: boolean
}

/** Shows all changes of an import to one collection. */
export function ChangeDetails({ change, stored, imported, isOpenAtFirst }: ChangeDetailsProps) {
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
      {stored && imported && <RuleEffects stored={stored} after={imported} />}
      {parts.map(part => (
        <Part key={part.field?.id ?? ''} part={part} isWhole={kind !== 'changed'} />
      ))}
    </Disclosure>
  )
}

/** @param isWhole whether the whole collection is added or deleted, so that its parts need no badges */
function Part({ part, isWhole }: { part: PartChange; isWhole: boolean }) {
  const { kind, field } = part
  return (
    <section className={styles.part}>
      <h4 className={styles.partHead}>
        {field ? `field: ${field.name}` : 'settings'}
        {!isWhole && <ChangeBadge kind={kind} />}
        {kind === 'deleted' && field && !isWhole && (
          <span className={styles.warning}>All stored data related to {field.name} will be deleted!</span>
        )}
      </h4>
      <PartDiff before={part.before} after={part.after} />
    </section>
  )
}
