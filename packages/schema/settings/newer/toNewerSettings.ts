import { cofferSettings } from '../coffer.ts'
import type { Settings } from '../Settings.ts'
import type { S3 } from '../storage.ts'

/** The settings that this server does not have, with the defaults of PocketBase 0.39. */
export const fixedNewerSettings = {
  trustedProxy: { headers: [] as string[], useLeftmostIP: false },
  accentColor: '#1055c9',
  logAuthId: false,
} as const

const withoutSecret = ({ enabled, bucket, region, endpoint, accessKey, forcePathStyle }: S3) => ({
  enabled,
  bucket,
  region,
  endpoint,
  accessKey,
  forcePathStyle,
})

/** Returns the settings in the format of PocketBase 0.23 and later, which leaves secrets out. */
export function toNewerSettings(settings: Settings) {
  const { meta, logs, smtp, s3, backups } = settings
  const { batch, rateLimits, superuserIPs } = cofferSettings(settings)
  const { trustedProxy, accentColor, logAuthId } = fixedNewerSettings
  const { enabled, port, host, username, authMethod, tls, localName } = smtp
  const { cron, cronMaxKeep } = backups
  return {
    superuserIPs,
    smtp: { enabled, port, host, username, authMethod, tls, localName },
    backups: { cron, cronMaxKeep, s3: withoutSecret(backups.s3) },
    s3: withoutSecret(s3),
    meta: {
      accentColor,
      appName: meta.appName,
      appURL: meta.appUrl,
      senderName: meta.senderName,
      senderAddress: meta.senderAddress,
      hideControls: meta.hideControls,
    },
    rateLimits,
    trustedProxy,
    batch,
    logs: { maxDays: logs.maxDays, minLevel: logs.minLevel, logIP: logs.logIp, logAuthId },
  }
}

/** The settings as PocketBase 0.23 and later return them. */
export type NewerSettings = ReturnType<typeof toNewerSettings>
