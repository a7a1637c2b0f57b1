import type { Settings } from '@coffer/schema'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settingsQuery } from '../../../queries/settings.ts'

interface FreshSettings {
  /** Absent until the server has answered since the form opened. */
  settings: Settings | undefined
  query: UseQueryResult<Settings>
}

/** Reads the settings each time a form opens on them: the answer to an earlier opening may show what others have changed since. */
export function useFreshSettings(isOpen = true): FreshSettings {
  const [opening, setOpening] = useState(() => ({ isOpen, at: Date.now() }))
  // A form that slides out keeps what it shows.
  if (opening.isOpen !== isOpen) setOpening({ isOpen, at: isOpen ? Date.now() : opening.at })
  const query = useQuery({ ...settingsQuery, staleTime: 0, enabled: isOpen })
  return { query, settings: query.dataUpdatedAt >= opening.at ? query.data : undefined }
}
