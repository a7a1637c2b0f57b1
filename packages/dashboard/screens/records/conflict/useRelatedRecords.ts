import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import type { RecordJson, ViewContext } from '@coffer/fields/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { asList } from '../draft/asList.ts'

/** Loads the records that relation values reference, by field. Empty until they are loaded. */
export function useRelatedRecords(
  fields: readonly Field[],
  values: readonly Record<string, unknown>[],
  { loadRecords }: ViewContext,
): Record<string, RecordJson[]> {
  const [related, setRelated] = useState<Record<string, RecordJson[]>>({})

  const load = useEffectEvent(async (signal: AbortSignal) => {
    for (const field of fields) {
      const collectionId = abilitiesOf(field).refersTo?.(field.options)
      if (collectionId === undefined) continue
      const ids = new Set(values.flatMap(each => asList(each[field.name]).map(String)))
      const records = await loadRecords(collectionId, [...ids], signal)
      if (!signal.aborted) setRelated(known => ({ ...known, [field.name]: records }))
    }
  })
  useEffect(() => {
    const controller = new AbortController()
    // Without the records, the values show as ids.
    load(controller.signal).catch(error => console.warn('Related records could not be loaded.', error))
    return () => controller.abort()
  }, [])

  return related
}
