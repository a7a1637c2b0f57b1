import type { Endpoint, Route } from './contract.ts'

/** The resources with steps in the main thread, which loads their endpoints at the first request: most servers never use them. */
const resources: Readonly<Record<string, () => Promise<readonly Endpoint[]>>> = {
  admins: async () => (await import('./admins/routes.ts')).adminRoutes,
  authRecords: async () => (await import('./authRecords/routes.ts')).authRecordRoutes,
  backups: async () => (await import('./backups/routes.ts')).backupRoutes,
  code: async () => (await import('./code/routes.ts')).codeRoutes,
  doctor: async () => (await import('./doctor/routes.ts')).doctorRoutes,
  health: async () => (await import('./health/routes.ts')).healthRoutes,
  oauth2: async () => (await import('./oauth2/routes.ts')).oauth2Routes,
  realtime: async () => (await import('./realtime/routes.ts')).realtimeRoutes,
  server: async () => (await import('./server/routes.ts')).serverRoutes,
  settings: async () => (await import('./settings/routes.ts')).settingsRoutes,
  today: async () => (await import('./today/routes.ts')).todayRoutes,
}

/**
 * Loads an endpoint with a step in the main thread.
 * @throws Error if its resource is not listed
 */
export async function loadEndpoint({ resource, method, path }: Pick<Route, 'resource' | 'method' | 'path'>): Promise<Endpoint> {
  const endpoint = (await resources[resource]?.())?.find(one => one.method === method && one.path === path)
  if (!endpoint) throw new Error(`api/loadEndpoint.ts does not list the resource "${resource}" of ${method} ${path}.`)
  return endpoint
}
