import {
  type AccessCell,
  type CollectionExposure,
  describeCell,
  describeRule,
  type ExplainedAction,
  type PersonaDescription,
} from '@coffer/schema'
import { Alert, Button, Disclosure, TextWithCode } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { collectionsQuery } from '../../queries/collections/collections.ts'
import { type AccessPart, actionOf } from './accessParts.ts'
import accessText from './accessText.module.css'
import styles from './PartDetails.module.css'
import { ReachedRecords } from './ReachedRecords.tsx'

interface PartDetailsProps {
  collection: CollectionExposure
  persona: PersonaDescription
  part: AccessPart
  label: string
  cell: AccessCell
  /** Whether the records are shown. */
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onExplain: (action: ExplainedAction) => void
}

/** One action: how many records it reaches, its rule in words, and the records. */
export function PartDetails({ collection, persona, part, label, cell, isOpen, onOpenChange, onExplain }: PartDetailsProps) {
  const action = actionOf(part)
  const [showsForEvery, setShowsForEvery] = useState(false)
  const reached = { collectionId: collection.id, persona: persona.key, reached: part }
  const text = describeCell(cell, action, collection.records)
  const canList = part !== 'create' && cell.level !== 'none'
  return (
    <section className={styles.part} aria-label={label}>
      <h3 className={accessText.title}>
        {label}: <span className={styles.amount}>{text}</span>
      </h3>
      {action && <RuleText collection={collection} part={action} />}
      {part === 'emails' && (
        <p className={styles.note}>
          Emails that records show, the user's own, and emails of records that the manage rule opens. Records without an email do
          not count.
        </p>
      )}
      {cell.dependsOnRequest && part !== 'create' && (
        <p className={styles.note}>
          The number is for the most favorable request
          {cell.atLeast !== undefined && `; at least ${cell.atLeast.toLocaleString('en-US')} with any request`}.
        </p>
      )}
      {cell.error !== undefined && (
        <Alert tone="danger" title="The rule is invalid">
          All requests of clients are rejected: {cell.error}
        </Alert>
      )}
      {action && action !== 'manage' && (
        <Button
          variant="quiet"
          icon={CircleQuestionMark}
          className={styles.explain}
          aria-label={`Explain ${label}`}
          onClick={() => onExplain(action)}
        >
          Explain
        </Button>
      )}
      {canList && (
        <Disclosure open={isOpen} onOpenChange={onOpenChange} summary="Records">
          {isOpen && <ReachedRecords {...reached} />}
        </Disclosure>
      )}
      {canList && cell.atLeast !== undefined && cell.atLeast > 0 && (
        <Disclosure open={showsForEvery} onOpenChange={setShowsForEvery} summary="Records with any request">
          {showsForEvery && <ReachedRecords {...reached} isForEveryRequest={true} />}
        </Disclosure>
      )}
    </section>
  )
}

function RuleText({ collection, part }: { collection: CollectionExposure; part: Exclude<AccessPart, 'emails'> }) {
  const { data: collections } = useQuery(collectionsQuery)
  const rule = collection.rules[part] ?? null
  const stored = collections?.find(({ id }) => id === collection.id)
  const words = stored && describeRule(rule, stored)
  return (
    <>
      {words !== undefined && (
        <p>
          <TextWithCode text={`${words}.`} />
        </p>
      )}
      {rule && <pre className={accessText.rule}>{rule}</pre>}
    </>
  )
}
