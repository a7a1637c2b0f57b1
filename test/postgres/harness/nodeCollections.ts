import type { TestNode } from '../../harness/openNodes.ts'

/** A collection whose records guests can create and read. */
export const notes = {
  name: 'notes',
  type: 'base',
  schema: [{ name: 'title', type: 'text' }],
  listRule: '',
  viewRule: '',
  createRule: '',
}

/** Returns the titles of all records of the collection `items`, by time of creation. */
export async function titlesOf(node: TestNode): Promise<string[]> {
  const titles: string[] = []
  for (let page = 1; ; page += 1) {
    const { json } = await node.ask('GET', `collections/items/records?perPage=500&page=${page}&fields=title&sort=created,id`)
    titles.push(...(json.items as { title: string }[]).map(({ title }) => title))
    if (page >= Number(json.totalPages)) return titles
  }
}
