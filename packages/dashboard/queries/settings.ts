import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'

/** The part of the settings that the frame shows. */
export interface AppSettings {
  meta: { appName: string; appUrl: string; hideControls: boolean }
}

/** The settings as the server redacts them; read once for the application's name. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await client.settings.getAll({ signal })) as AppSettings,
  staleTime: 5 * 60_000,
})
