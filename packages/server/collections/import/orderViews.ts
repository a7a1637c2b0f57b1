import type { ViewCollection } from '@coffer/schema'

const escaped = (name: string) => name.replace(/[^\w]/g, '\\$&')

/** Returns whether the query of a view contains a name. A match in a comment or string literal is harmless. */
export function mentions({ options }: ViewCollection, name: string): boolean {
  return new RegExp(`(?<!\\w)${escaped(name)}(?!\\w)`, 'i').test(options.query)
}

/** Sorts views so that each one follows the views it reads. */
export function orderViews(views: readonly ViewCollection[]): ViewCollection[] {
  const ordered = new Set<ViewCollection>()
  const begun = new Set<ViewCollection>()
  const add = (view: ViewCollection): void => {
    if (begun.has(view)) return
    begun.add(view)
    for (const other of views) if (other !== view && mentions(view, other.name)) add(other)
    ordered.add(view)
  }
  for (const view of views) add(view)
  return [...ordered]
}
