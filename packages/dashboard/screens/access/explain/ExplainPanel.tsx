import type { PersonaDescription } from '@coffer/schema'
import { Panel } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { collectionsQuery } from '../../../queries/collections/collections.ts'
import { dialectQuery } from '../../../queries/settings.ts'
import type { useAccessAddress } from '../useAccessAddress.ts'
import { ExplainForm } from './ExplainForm.tsx'

interface ExplainPanelProps {
  address: ReturnType<typeof useAccessAddress>
  personas: readonly PersonaDescription[]
}

/** Panel that explains why the API allows or rejects a request. */
export function ExplainPanel({ address, personas }: ExplainPanelProps) {
  const { explained, collectionId } = address
  const { data: collections = [] } = useQuery(collectionsQuery)
  const collection = collections.find(({ id }) => id === collectionId)
  const { data: setting, error } = useQuery({ ...dialectQuery, enabled: explained !== undefined })
  const dialect = explained?.dialect ?? setting?.dialect ?? (error ? '0.22' : undefined)
  const current = explained && collection && dialect ? { ...explained, collection, dialect, persona: address.persona } : undefined
  // Keeps showing the last request during the closing animation.
  const [shown, setShown] = useState(current)
  const key = JSON.stringify([explained, collectionId, address.persona])
  const [shownKey, setShownKey] = useState(key)
  if (current && (shownKey !== key || !shown)) {
    setShown(current)
    setShownKey(key)
  }
  return (
    <Panel open={current !== undefined} onCloseRequest={address.close} title="Explain a request" rememberAs="explain">
      {shown && <ExplainForm key={shownKey} asked={shown} personas={personas} />}
    </Panel>
  )
}
