/** Relations to follow by their segment (`author`, `comments_via_post`, or the older `comments(post)`), and what to follow from there. */
export interface ExpandTree extends ReadonlyMap<string, ExpandTree> {}

interface GrowingTree extends Map<string, GrowingTree> {}

/** Levels below the records; what lies deeper is ignored. */
const maxLevels = 6

/** Reads an expand list such as `author.user,tags` into one tree: paths that begin alike share their beginning. Never throws. */
export const parseExpand = (source: string): ExpandTree => {
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
