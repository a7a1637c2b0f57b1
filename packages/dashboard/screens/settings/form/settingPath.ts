import type { Settings } from '@coffer/schema'

/** The paths in a tree whose values have a certain type, e.g. `meta.appName`. */
type PathTo<Kind, Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends Kind
    ? Key
    : Tree[Key] extends object
      ? `${Key}.${PathTo<Kind, Tree[Key]>}`
      : never
}[keyof Tree & string]

export type TextPath = PathTo<string, Settings>
export type NumberPath = PathTo<number, Settings>
/** Paths of flags. For nullable flags, null means the server's default. */
export type FlagPath = PathTo<boolean | null, Settings>
export type SettingPath = TextPath | NumberPath | FlagPath

export type Tree = { [key: string]: unknown }

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function valueAt(tree: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, key) => (isTree(part) ? part[key] : undefined), tree)
}

/** Returns the tree with a new value at the path. */
export function withValue(tree: Tree, path: string, value: unknown): Tree {
  const [key = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...tree, [key]: value }
  const part = tree[key]
  return { ...tree, [key]: withValue(isTree(part) ? part : {}, rest.join('.'), value) }
}

/** Returns the tree without the value at the path and without the groups that it leaves empty. */
export function withoutValue(tree: Tree, path: string): Tree {
  const [key = '', ...others] = path.split('.')
  const { [key]: part, ...rest } = tree
  if (others.length === 0 || !isTree(part)) return rest
  const left = withoutValue(part, others.join('.'))
  return Object.keys(left).length === 0 ? rest : { ...tree, [key]: left }
}

/** Applies changes to settings. */
export function overlay<Value>(value: Value, changes: unknown): Value {
  return overlayValue(value, changes) as Value
}

function overlayValue(value: unknown, changes: unknown): unknown {
  if (changes === undefined) return value
  if (!isTree(value) || !isTree(changes)) return changes
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, overlayValue(part, changes[key])]))
}
