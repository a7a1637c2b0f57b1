/** The variables with which nodes store files in S3. The tests and benchmarks of nodes store none, so nothing answers at this address. */
export const nodeStorage = {
  COFFER_SETTINGS_S3_ENABLED: 'true',
  COFFER_SETTINGS_S3_BUCKET: 'files',
  COFFER_SETTINGS_S3_REGION: 'local',
  COFFER_SETTINGS_S3_ENDPOINT: 'http://127.0.0.1:1',
  COFFER_SETTINGS_S3_ACCESS_KEY: 'key',
  COFFER_SETTINGS_S3_SECRET: 'secret',
}
