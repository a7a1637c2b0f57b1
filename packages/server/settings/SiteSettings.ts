import type { S3, Settings } from '@coffer/schema'

/** What the main thread has to know of the settings: where files and backups go, and when backups are made. */
export interface SiteSettings {
  appName: string
  s3: S3
  backups: Settings['backups']
}

export const siteSettingsOf = ({ meta, s3, backups }: Settings): SiteSettings => ({ appName: meta.appName, s3, backups })
