/**
 * The system migrations of the 0.22 line. Coffer runs none of them: a directory it creates lists them all, so that a 0.22
 * server takes it as up to date, and a directory it opens must list them all.
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

/** Of newer servers of the 0.22 line: from then on each table of accounts has the column `lastLoginAlertSentAt`. */
export const alertsMigration = '1718706525_add_login_alert_column.go'
