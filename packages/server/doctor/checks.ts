import type { Check } from './Check.ts'
import { admins } from './checks/admins.ts'
import { applicationUrl } from './checks/applicationUrl.ts'
import { backupAge } from './checks/backupAge.ts'
import { backupLocation } from './checks/backupLocation.ts'
import { clock } from './checks/clock.ts'
import { disk } from './checks/disk.ts'
import { integrity } from './checks/integrity.ts'
import { mail } from './checks/mail.ts'
import { missingFiles } from './checks/missingFiles.ts'
import { orphanedFiles } from './checks/orphanedFiles.ts'
import { permissions } from './checks/permissions.ts'
import { postgresDurability } from './checks/postgresDurability.ts'
import { postgresIntegrity } from './checks/postgresIntegrity.ts'
import { postgresVersion } from './checks/postgresVersion.ts'
import { publicRules } from './checks/publicRules.ts'
import { references } from './checks/references.ts'
import { ruleIndexes } from './checks/ruleIndexes.ts'
import { sqliteVersion } from './checks/sqliteVersion.ts'
import { storedSettings } from './checks/storedSettings.ts'
import { tokenLifetimes } from './checks/tokenLifetimes.ts'
import { writeAheadLog } from './checks/writeAheadLog.ts'

/** All checks in the order in which they run and are shown. A new check needs a file and a line here. */
export const checks: readonly Check[] = [
  integrity,
  sqliteVersion,
  writeAheadLog,
  postgresIntegrity,
  postgresVersion,
  postgresDurability,
  disk,
  permissions,
  clock,
  storedSettings,
  references,
  missingFiles,
  orphanedFiles,
  backupAge,
  backupLocation,
  ruleIndexes,
  publicRules,
  tokenLifetimes,
  applicationUrl,
  mail,
  admins,
]
