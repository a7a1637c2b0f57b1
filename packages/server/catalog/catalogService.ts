import type { Catalog } from './Catalog.ts'

interface CatalogContext {
  /** Returns the collections as of the last commit. */
  snapshot: () => Promise<{ catalog: Pick<Catalog, 'find'> }>
}

/** Creates the operations on the collections as read. */
export function createCatalogService({ snapshot }: CatalogContext) {
  return {
    /** Returns the name of a collection by its id or name; undefined if there is none. */
    nameOf: async (idOrName: string): Promise<string | undefined> => (await snapshot()).catalog.find(idOrName)?.name,
  }
}
