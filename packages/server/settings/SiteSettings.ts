import { type CofferSettings, cofferSettings, type RateLimits, type S3, type Settings } from '@coffer/schema'

/** The settings that the main thread uses: storage of files and backups, the backup schedule, the log, and what requests may do. */
export interface SiteSettings {
  appName: string
  s3: S3
  backups: Settings['backups']
  logs: Settings['logs']
  /** The dialect of requests that show none. */
  dialect: CofferSettings['dialect']
  rateLimits: RateLimits
  /** The addresses and ranges from which admins can send requests; all if it is empty. */
  superuserIPs: CofferSettings['superuserIPs']
}

export function siteSettingsOf(settings: Settings): SiteSettings {
  const { meta, s3, backups, logs } = settings
  const { dialect, rateLimits, superuserIPs } = cofferSettings(settings)
  return {
    appName: meta.appName,
    s3,
    backups,
    logs,
    dialect,
    rateLimits,
    superuserIPs,
  }
}
