/** Relations to expand, by path segment (`author`, `comments_via_post` or the older `comments(post)`), each with nested ones. */
export interface ExpandTree extends ReadonlyMap<string, ExpandTree> {}

interface GrowingTree extends Map<string, GrowingTree> {}

/** Maximum nesting depth. Deeper segments are ignored. */
const maxLevels = 6

/** Parses an expand list such as `author.user,tags` into a tree in which paths share their common beginning. Never throws. */
export function parseExpand(source: string): ExpandTree {
  const root: GrowingTree = new Map()
  for (const path of source.replaceAll(' ', '').split(',')) {
    const trimmed = path.replace(/^\.+/, '').replace(/(?<!\.)\.+$/, '')
    if (trimmed === '') continue
    let level = root
    for (const segment of trimmed.split('.', maxLevels)) {
      const next = level.get(segment) ?? new Map()
      level.set(segment, next)
      level = next
    }
  }
  return root
}
