/**
 * Rejects SQLite versions that can lose pages in a checkpoint of the write-ahead log: all before 3.51.3, and 3.52.0.
 */
export const assertSafeSqlite = (version: string): void => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const rank = major * 1_000_000 + minor * 1_000 + patch
  if (rank >= 3_051_003 && rank !== 3_052_000) return
  throw new Error(
    `SQLite ${version} can lose data in a checkpoint. Coffer needs 3.51.3 or newer (not 3.52.0): use the Node version in package.json.`,
  )
}
