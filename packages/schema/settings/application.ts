import { z } from 'zod'
import { lengthBetween, required, urlFormat } from './rules.ts'

/** What the application is called and where it lives; the first part of `meta`. */
export const applicationShape = {
  appName: z.string().default('Acme'),
  appUrl: z.string().default('http://localhost:8090'),
  /** A hint for the dashboard: collections are not to be changed here. */
  hideControls: z.boolean().default(false),
}

type Application = z.output<z.ZodObject<typeof applicationShape>>

export const validateApplication = ({ appName, appUrl }: Application) => ({
  appName: required(appName) ?? lengthBetween(appName, 1, 255),
  appUrl: required(appUrl) ?? urlFormat(appUrl),
})
