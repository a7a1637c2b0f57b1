import type { ViewCollection } from '@coffer/schema'

const escaped = (name: string) => name.replace(/[^\w]/g, '\\$&')

/** Whether the query of a view mentions a name, be it only in a text: that it seems to is enough to be careful. */
export const mentions = ({ options }: ViewCollection, name: string): boolean =>
  new RegExp(`(?<!\\w)${escaped(name)}(?!\\w)`, 'i').test(options.query)

/** The views so that each comes after those that it reads, otherwise in their order. */
export const orderViews = (views: readonly ViewCollection[]): ViewCollection[] => {
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
