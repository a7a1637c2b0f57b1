import type { ViewContext } from '@coffer/fields/ui'
import { Alert } from '@coffer/ui'
import { useEffect, useRef } from 'react'
import type { BulkFailures } from '../describeFailures.ts'
import { FailureList } from '../FailureList.tsx'

/** What became of changes that did not reach all records. */
export interface PartialOutcome {
  changed: number
  total: number
  /** Absent where the work was stopped and nothing failed. */
  failures: BulkFailures | undefined
}

interface OutcomeAlertProps {
  outcome: PartialOutcome
  context: ViewContext
}

/** How many records were changed, and which could not be and why. It comes into view with each answer. */
export function OutcomeAlert({ outcome, context }: OutcomeAlertProps) {
  const { changed, total, failures } = outcome
  const place = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the outcome is the answer
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [outcome])

  const title = `Changed ${changed} of ${total} records; the others stay selected.`
  return (
    <div ref={place}>
      <Alert tone={failures ? 'danger' : 'info'} role="alert" title={title}>
        {failures && <FailureList failures={failures} context={context} />}
      </Alert>
    </div>
  )
}
