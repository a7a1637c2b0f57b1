const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** Formats a size in bytes with binary units (1024). */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const amount = bytes / 1024 ** step
  return `${Number(amount.toFixed(amount < 10 ? 1 : 0))} ${units[step]}`
}
