import type { S3, Settings } from '@coffer/schema'

/** The settings that the main thread uses: storage of files and backups, the backup schedule, and the log. */
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
