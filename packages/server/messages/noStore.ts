/** For responses that only their requester may have: tokens, protected files, backups. No browser or proxy stores them. */
export const noStore = { 'Cache-Control': 'private, no-store' } as const
