import type { Settings } from '@coffer/schema'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'

/** A change of some settings: what it leaves out stays as it is. */
export type SettingsChange = { [Group in keyof Settings]?: object }

/** The settings as the server shows them, secrets masked. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await client.settings.getAll({ signal })) as Settings,
  staleTime: 5 * 60_000,
})

/** Changes settings and answers all of them as they are now. */
export async function saveSettings(change: SettingsChange): Promise<Settings> {
  return (await client.settings.update(change)) as Settings
}
