import { type CollectionExposure, describeCell, type Exposure, type PersonaDescription } from '@coffer/schema'
import { joinClasses, softTones, VisuallyHidden } from '@coffer/ui'
import { TriangleAlert } from 'lucide-react'
import { collectionTypes } from '../../shell/collections/collectionTypes.ts'
import { countInWords, shortCount } from '../../shell/collections/recordCountText.ts'
import styles from './AccessTable.module.css'
import { type AccessPart, accessParts, actionOf, attentionOf, cellOf, isWidened, widenedReads } from './accessParts.ts'
import accessText from './accessText.module.css'

interface AccessTableProps {
  exposure: Exposure
  persona: PersonaDescription
  onOpen: (collectionId: string, part?: AccessPart) => void
}

/** What a persona can do with each collection, in words. */
export function AccessTable({ exposure: { collections, widened }, persona, onOpen }: AccessTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={styles.scroller} aria-label="Access by collection" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.name}>
              Collection
            </th>
            {accessParts.map(({ part, label }) => (
              <th key={part} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {collections.map(collection => (
            <tr key={collection.id}>
              <th scope="row" className={styles.name}>
                <CollectionName
                  collection={collection}
                  isNew={widenedReads(widened, collection.id, persona.key).length > 0}
                  onOpen={() => onOpen(collection.id)}
                />
              </th>
              {accessParts.map(({ part, label }) => (
                <td key={part}>
                  <AccessCellButton
                    collection={collection}
                    persona={persona}
                    part={part}
                    label={label}
                    isNew={isWidened(widened, collection.id, persona.key, part)}
                    onOpen={() => onOpen(collection.id, part)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface CollectionNameProps {
  collection: CollectionExposure
  /** Whether fields, files or realtime events have become readable since the review. */
  isNew: boolean
  onOpen: () => void
}

function CollectionName({ collection: { name, type, records }, isNew, onOpen }: CollectionNameProps) {
  const { icon: Icon, label } = collectionTypes[type]
  return (
    <button type="button" className={styles.collection} onClick={onOpen}>
      <Icon size={16} role="img" aria-label={label} />
      <span className={styles.text} title={name}>
        {name}
      </span>
      {records !== undefined && (
        <span className={styles.count} title={countInWords(records)}>
          {shortCount(records)}
        </span>
      )}
      {isNew && <span className={joinClasses(styles.mark, accessText.new, softTones.danger)}>New</span>}
    </button>
  )
}

interface AccessCellButtonProps {
  collection: CollectionExposure
  persona: PersonaDescription
  part: AccessPart
  label: string
  /** Whether it has become possible since the review. */
  isNew: boolean
  onOpen: () => void
}

function AccessCellButton({ collection, persona, part, label, isNew, onOpen }: AccessCellButtonProps) {
  const cell = cellOf(collection, persona.key, part)
  if (!cell) return <span className={styles.absent}>–</span>
  const attention = isNew ? 'danger' : attentionOf(collection, cell, part, persona)
  return (
    <button type="button" className={joinClasses(styles.cell, styles[attention], softTones[attention])} onClick={onOpen}>
      <VisuallyHidden>
        {label} {collection.name}:{' '}
      </VisuallyHidden>
      {attention === 'danger' && <TriangleAlert size={14} aria-hidden={true} />}
      {describeCell(cell, actionOf(part), collection.records)}
      {isNew && <span className={accessText.new}>New</span>}
    </button>
  )
}
