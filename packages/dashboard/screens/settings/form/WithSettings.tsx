import type { Settings } from '@coffer/schema'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { settingsQuery } from '../../../queries/settings.ts'
import { QueryNotice } from '../frame/QueryNotice.tsx'

/** Shows what is made of the settings once they are there; until then that they are on their way, or why they are not. */
export function WithSettings({ children }: { children: (settings: Settings) => ReactNode }) {
  // Whoever changes settings wants to see how they are now.
  const query = useQuery({ ...settingsQuery, staleTime: 0 })
  return query.data === undefined ? <QueryNotice query={query} noun="settings" /> : children(query.data)
}
