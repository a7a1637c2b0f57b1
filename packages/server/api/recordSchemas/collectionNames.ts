import type { Collection } from '@coffer/schema'

const pascalCase = (name: string): string =>
  name
    .split(/[^a-zA-Z0-9]+/)
    .filter(Boolean)
    .map(part => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')

/** Returns a name that can begin an identifier. */
const asIdentifier = (name: string): string => (/^[A-Z]/.test(name) ? name : `Collection${name}`)

/**
 * Returns a name in PascalCase for each collection, for schemas and types: `blog_posts` is `BlogPosts`. If names collide, the later
 * ones get numbers.
 * @param isTaken whether a name cannot be used, for example because a shared schema has it
 */
export function collectionNames(
  collections: readonly Collection[],
  isTaken: (name: string) => boolean = () => false,
): Map<Collection, string> {
  const used = new Set<string>()
  const names = new Map<Collection, string>()
  for (const collection of collections) {
    const base = asIdentifier(pascalCase(collection.name))
    let name = base
    for (let number = 2; used.has(name) || isTaken(name); number += 1) name = `${base}${number}`
    used.add(name)
    names.set(collection, name)
  }
  return names
}
