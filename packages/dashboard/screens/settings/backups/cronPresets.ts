/** Schedules that many want, the most common first. */
export const cronPresets = [
  { cron: '0 0 * * *', label: 'Every day at 00:00h' },
  { cron: '0 0 * * 0', label: 'Every sunday at 00:00h' },
  { cron: '0 0 * * 1,3', label: 'Every Mon and Wed at 00:00h' },
  { cron: '0 0 1 * *', label: 'Every first day of the month at 00:00h' },
] as const
