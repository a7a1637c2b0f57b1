/** Common schedules, the most common first. */
export const cronPresets = [
  { cron: '0 0 * * *', label: 'Every day at 00:00' },
  { cron: '0 0 * * 0', label: 'Every Sunday at 00:00' },
  { cron: '0 0 * * 1,3', label: 'Every Mon and Wed at 00:00' },
  { cron: '0 0 1 * *', label: 'First day of the month at 00:00' },
] as const
