import type { Check } from './Check.ts'
import { admins } from './checks/admins.ts'
import { applicationUrl } from './checks/applicationUrl.ts'
import { backupAge, backupLocation } from './checks/backups.ts'
import { certificates } from './checks/certificates.ts'
import { clock } from './checks/clock.ts'
import { postgresVersion, sqliteVersion } from './checks/databaseVersions.ts'
import { disk } from './checks/disk.ts'
import { integrity } from './checks/integrity.ts'
import { mail } from './checks/mail.ts'
import { missingFiles } from './checks/missingFiles.ts'
import { orphanedFiles } from './checks/orphanedFiles.ts'
import { permissions } from './checks/permissions.ts'
import { postgresDurability } from './checks/postgresDurability.ts'
import { postgresIntegrity } from './checks/postgresIntegrity.ts'
import { publicRules } from './checks/publicRules.ts'
import { references } from './checks/references.ts'
import { returnToPocketbase } from './checks/returnToPocketbase.ts'
import { ruleIndexes } from './checks/ruleIndexes.ts'
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
  certificates,
  storedSettings,
  references,
  missingFiles,
  orphanedFiles,
  backupAge,
  backupLocation,
  ruleIndexes,
  returnToPocketbase,
  publicRules,
  tokenLifetimes,
  applicationUrl,
  mail,
  admins,
]
