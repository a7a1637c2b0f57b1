import { readFileSync } from 'node:fs'

/** Code that only PocketBase 0.23 and later run. */
const newer = [
  /\bmigrate\s*\(\s*(?:async\s*)?\(?\s*app\b/,
  /\bapp\.(?:save|delete|findCollectionByNameOrId|importCollections|settings|db)\s*\(/,
]

/**
 * Finds the lines of a migration that are written for PocketBase 0.23 or later.
 * @returns a sentence for each line, with the file and the line
 */
export function newerSyntax(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text, index) =>
      newer.some(pattern => pattern.test(text.replace(/\/\/.*/, '')))
        ? [`${path}:${index + 1} is written for PocketBase 0.23 or later and does not run: ${text.trim()}`]
        : [],
    )
}
