import type { Settings } from '@coffer/schema'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settingsQuery } from '../../../queries/settings.ts'

interface FreshSettings {
  /** Undefined until they are loaded after the form opened. */
  settings: Settings | undefined
  query: UseQueryResult<Settings>
}

/** Reloads the settings each time a form opens, since cached ones may miss changes by other admins. */
export function useFreshSettings(isOpen = true): FreshSettings {
  const [opening, setOpening] = useState(() => ({ isOpen, at: Date.now() }))
  // A closing form keeps its content during the animation.
  if (opening.isOpen !== isOpen) setOpening({ isOpen, at: isOpen ? Date.now() : opening.at })
  const query = useQuery({ ...settingsQuery, staleTime: 0, enabled: isOpen })
  return { query, settings: query.dataUpdatedAt >= opening.at ? query.data : undefined }
}
