import type { Transaction } from './engine.ts'
import { name, sql } from './sql.ts'

/**
 * The system migrations of PocketBase 0.22. Coffer runs none of them. A directory that it creates lists them all, so that PocketBase
 * 0.22 considers it up to date, and a directory that it opens must list them all.
 */
export const dataMigrations = [
  '1640988000_init.go',
  '1673167670_multi_match_migrate.go',
  '1677152688_rename_authentik_to_oidc.go',
  '1679943780_normalize_single_multiple_values.go',
  '1679943781_add_indexes_column.go',
  '1685164450_check_fk.go',
  '1689579878_renormalize_single_multiple_values.go',
  '1690319366_reset_null_values.go',
  '1690454337_transform_relations_to_views.go',
  '1691747913_resave_views.go',
  '1692609521_copy_display_fields.go',
  '1701496825_allow_single_oauth2_provider_in_multiple_auth_collections.go',
  '1702134272_set_default_json_max_size.go',
]

/** A migration of later 0.22 releases, which adds the column `lastLoginAlertSentAt` to each auth table. */
export const alertsMigration = '1718706525_add_login_alert_column.go'

/** Records migrations as applied, so that PocketBase 0.22 does not apply them again. */
export async function recordMigrations(transaction: Transaction, files: readonly string[]) {
  for (const [index, file] of files.entries()) {
    await transaction.run(sql`INSERT INTO ${name('_migrations')} (file, applied) VALUES (${file}, ${Date.now() * 1000 + index})`)
  }
}
