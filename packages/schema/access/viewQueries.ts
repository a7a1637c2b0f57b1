import { type Collection, isView, type ViewCollection } from '../collections/Collection.ts'

/** Whether a query has the name of a view as a word, so that it may read it. SQL compares names without their case. */
function mayRead(query: string, { name }: Collection): boolean {
  const words: readonly string[] = query.toLowerCase().match(/\w+/g) ?? []
  return words.includes(name.toLowerCase())
}

/** Returns a view and the views that its query may read, directly or through others. */
function viewsOf(view: ViewCollection, views: readonly ViewCollection[]): ViewCollection[] {
  const found = [view]
  // The list grows while it is read.
  for (const { options } of found) {
    found.push(...views.filter(other => !found.some(({ id }) => id === other.id) && mayRead(options.query, other)))
  }
  return found
}

/** Returns the query of a view, and the queries of the views that it may read. */
export function queriesOf(view: ViewCollection, collections: readonly Collection[]): string[] {
  const [own = view, ...others] = viewsOf(view, collections.filter(isView))
  return [own.options.query, ...others.map(({ options }) => options.query).sort()]
}

/** Returns the views that show guests or users what a view selects: the view itself and the views that read it, if their rules are open. */
export function openViewsOf(view: ViewCollection, collections: readonly Collection[]): ViewCollection[] {
  const views = collections.filter(isView).map(other => (other.id === view.id ? view : other))
  return views
    .filter(({ listRule, viewRule }) => listRule !== null || viewRule !== null)
    .filter(other => viewsOf(other, views).some(({ id }) => id === view.id))
}
