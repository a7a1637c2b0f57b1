import type { Collection } from '@coffer/schema'
import { Checkbox } from '@coffer/ui'
import { collectionTypes } from '../../../shell/collections/collectionTypes.ts'
import styles from './CollectionChecklist.module.css'

interface CollectionChecklistProps {
  collections: readonly Collection[]
  /** Ids of the collections that are not selected. */
  excluded: ReadonlySet<string>
  onChange: (excluded: ReadonlySet<string>) => void
}

/** Selects collections to export. All are selected at first. */
export function CollectionChecklist({ collections, excluded, onChange }: CollectionChecklistProps) {
  const chosen = collections.filter(({ id }) => !excluded.has(id)).length
  const toggle = (id: string, isChosen: boolean) => {
    const next = new Set(excluded)
    if (isChosen) next.delete(id)
    else next.add(id)
    onChange(next)
  }
  return (
    <fieldset className={styles.checklist}>
      <legend className={styles.legend}>Collections</legend>
      <div className={styles.all}>
        <Checkbox
          label="Select all"
          checked={chosen === collections.length}
          indeterminate={chosen > 0 && chosen < collections.length}
          onCheckedChange={isChosen => onChange(new Set(isChosen ? [] : collections.map(({ id }) => id)))}
        />
        <span className={styles.count}>
          {chosen} of {collections.length}
        </span>
      </div>
      <div className={styles.list}>
        {collections.map(({ id, name, type }) => {
          const { icon: Icon } = collectionTypes[type]
          return (
            <Checkbox
              key={id}
              className={styles.entry}
              checked={!excluded.has(id)}
              onCheckedChange={isChosen => toggle(id, isChosen)}
              label={
                <span className={styles.name} title={name}>
                  <Icon size={14} aria-hidden={true} />
                  <span className={styles.text}>{name}</span>
                </span>
              }
            />
          )
        })}
      </div>
    </fieldset>
  )
}
