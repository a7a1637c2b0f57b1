import type { ViewContext } from '@coffer/fields/ui'
import { Alert } from '@coffer/ui'
import { useEffect, useRef } from 'react'
import type { BulkFailures } from '../describeFailures.ts'
import { FailureList } from '../FailureList.tsx'

/** The result of a bulk edit that did not change all records. */
export interface PartialOutcome {
  changed: number
  total: number
  /** Undefined if the user stopped the run and nothing failed. */
  failures: BulkFailures | undefined
}

interface OutcomeAlertProps {
  outcome: PartialOutcome
  context: ViewContext
}

/** Shows how many records were changed, and which failed and why. Scrolls into view with each new outcome. */
export function OutcomeAlert({ outcome, context }: OutcomeAlertProps) {
  const { changed, total, failures } = outcome
  const place = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again for each outcome
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
