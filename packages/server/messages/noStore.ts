/** Headers for private responses, such as tokens, protected files and backups, so that no browser or proxy stores them. */
export const noStore = { 'Cache-Control': 'private, no-store' } as const
