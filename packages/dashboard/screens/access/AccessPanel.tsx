import {
  type CollectionExposure,
  describePersona,
  type ExplainedAction,
  type PersonaDescription,
  type Widening,
} from '@coffer/schema'
import { Panel } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exposureQuery } from '../../queries/access.ts'
import { isSilent, messageOf } from '../../queries/connection/failure.ts'
import { countInWords } from '../../shell/collections/recordCountText.ts'
import { RetryAlert } from '../../shell/loading/RetryAlert.tsx'
import styles from './AccessPanel.module.css'
import { type AccessPart, accessParts, cellOf, widenedReads } from './accessParts.ts'
import { PartDetails } from './PartDetails.tsx'
import { ReadableParts } from './ReadableParts.tsx'

interface AccessPanelProps {
  persona: PersonaDescription | undefined
  /** The collection as the table shows it. */
  collection: CollectionExposure | undefined
  /** What has become possible since the review. */
  widened: readonly Widening[]
  isOpen: boolean
  /** The action whose records are shown. */
  part: AccessPart | undefined
  onPart: (part: AccessPart | undefined) => void
  onExplain: (action: ExplainedAction) => void
  onClose: () => void
}

/** Panel with what a persona can do with one collection: the rules in words, the records, and what can be read. */
export function AccessPanel({ persona, collection, isOpen, onClose, ...details }: AccessPanelProps) {
  // Keeps showing the last collection during the closing animation.
  const [shown, setShown] = useState({ persona, collection })
  const isOther = shown.persona !== persona || shown.collection !== collection
  if (isOpen && collection && isOther) setShown({ persona, collection })
  const title = shown.collection && shown.persona && `${describePersona(shown.persona)}: ${shown.collection.name}`
  return (
    <Panel open={isOpen && collection !== undefined} onCloseRequest={onClose} title={title ?? 'Access'} rememberAs="access">
      {shown.collection && shown.persona && <Details {...details} collection={shown.collection} persona={shown.persona} />}
    </Panel>
  )
}

interface DetailsProps extends Pick<AccessPanelProps, 'widened' | 'part' | 'onPart' | 'onExplain'> {
  persona: PersonaDescription
  collection: CollectionExposure
}

function Details({ collection: listed, persona, widened, part, onPart, onExplain }: DetailsProps) {
  // The table has estimates of large collections, and does not count views.
  const { data, error, isFetching, refetch } = useQuery(exposureQuery(persona.kind === 'record' ? persona.key : '', listed.id))
  const counted = data?.collections[0]
  const collection = counted?.access[persona.key] ? counted : listed
  const parts = accessParts.flatMap(({ part, label }) => {
    const cell = cellOf(collection, persona.key, part)
    return cell ? [{ part, label, cell }] : []
  })
  return (
    <div className={styles.details} aria-busy={isFetching}>
      {error && !isSilent(error) && (
        <RetryAlert
          tone="warning"
          role="status"
          size="small"
          title="The exact numbers could not be loaded."
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        >
          <p>{messageOf(error)}</p>
        </RetryAlert>
      )}
      {collection.records !== undefined && (
        <p>
          <a href={`#/collections?${new URLSearchParams({ collectionId: collection.id })}`}>{countInWords(collection.records)}</a>{' '}
          in the collection
        </p>
      )}
      {parts.map(({ part: shown, label, cell }) => (
        <PartDetails
          // Records with any request that were shown for another persona are closed.
          key={`${collection.id} ${persona.key} ${shown}`}
          collection={collection}
          persona={persona}
          part={shown}
          label={label}
          cell={cell}
          isOpen={part === shown}
          onExplain={onExplain}
          onOpenChange={opens => onPart(opens ? shown : undefined)}
        />
      ))}
      <ReadableParts collection={collection} persona={persona} widened={widenedReads(widened, collection.id, persona.key)} />
    </div>
  )
}
