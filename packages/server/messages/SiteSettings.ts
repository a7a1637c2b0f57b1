import type { S3, Settings } from '@coffer/schema'

/** What the main thread has to know of the settings: where files and backups go, when backups are made, what is logged. */
export interface SiteSettings {
  appName: string
  s3: S3
  backups: Settings['backups']
  logs: Settings['logs']
}

export const siteSettingsOf = ({ meta, s3, backups, logs }: Settings): SiteSettings => ({
  appName: meta.appName,
  s3,
  backups,
  logs,
})
