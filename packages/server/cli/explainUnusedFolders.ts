import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Folders that PocketBase reads beside its data directory, and the effect of Coffer ignoring them. */
const unusedFolders = [
  {
    name: 'pb_hooks',
    meaning: 'Coffer does not run hooks, so the routes, checks, mails and jobs that these scripts add are missing.',
  },
  {
    name: 'pb_migrations',
    meaning:
      'Coffer does not run migrations. The changes that PocketBase has already applied are in the data; make later ones in the dashboard or import the collections.',
  },
] as const

const hasScripts = (folder: string): boolean => {
  try {
    return readdirSync(folder).some(name => /\.[jt]s$/.test(name))
  } catch {
    // A missing or unreadable folder needs no warning.
    return false
  }
}

/** Returns a sentence for each folder beside the data directory with scripts that PocketBase would run and Coffer does not. */
export const explainUnusedFolders = (dataDir: string): string[] =>
  unusedFolders.flatMap(({ name, meaning }) => {
    const folder = join(dirname(dataDir), name)
    return hasScripts(folder) ? [`${folder} is not used. ${meaning}`] : []
  })
