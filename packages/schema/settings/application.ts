import { z } from 'zod'

/** What the application is called and where it lives; the first part of `meta`. */
export const applicationShape = {
  appName: z.string().default('Acme'),
  appUrl: z.string().default('http://localhost:8090'),
  /** A hint for the dashboard: collections are not to be changed here. */
  hideControls: z.boolean().default(false),
}
