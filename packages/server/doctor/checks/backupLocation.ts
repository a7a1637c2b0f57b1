import type { Check } from '../Check.ts'

export const backupLocation: Check = {
  name: 'backupLocation',
  title: 'Backups survive the loss of this machine.',
  find: async ({ settings }) => {
    if ((await settings()).backups.s3.enabled) return []
    const message = 'Backups are stored in the data directory, so they are lost together with the data.'
    const advice = 'Store backups in S3. If you copy them to another machine regularly, leave this check out with --skip.'
    return [{ severity: 'notice', message, advice }]
  },
}
