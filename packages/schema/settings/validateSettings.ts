import { collectIssues, type Issues } from '../issues/Issues.ts'
import { validateApplication } from './application.ts'
import { validateBackups } from './backups.ts'
import { validateCoffer } from './coffer.ts'
import { validateLogs } from './logs.ts'
import { validateMail, validateSmtp } from './mail.ts'
import { providerKeys, validateProvider } from './providers.ts'
import type { Settings } from './Settings.ts'
import { validateS3 } from './storage.ts'
import { tokenKinds, validateToken } from './tokens.ts'

/** Validates settings and returns issues by group and field; empty when they are valid. */
export function validateSettings(settings: Settings): Issues {
  return collectIssues({
    meta: collectIssues({ ...validateApplication(settings.meta), ...validateMail(settings.meta) }),
    logs: validateLogs(settings.logs),
    smtp: validateSmtp(settings.smtp),
    s3: validateS3(settings.s3),
    backups: validateBackups(settings.backups),
    ...Object.fromEntries(tokenKinds.map(kind => [kind, validateToken(settings[kind])])),
    ...(settings.coffer && { coffer: validateCoffer(settings.coffer) }),
    ...Object.fromEntries(providerKeys.map(key => [key, validateProvider(settings[key])])),
  })
}
