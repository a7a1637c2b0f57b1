import { entriesOf, type LogEntry, type LogPage } from './LogEntry.ts'
import type { LogPolicy } from './LogPolicy.ts'
import type { LogStore } from './LogStore.ts'

/** Returns an entry whose data names the node. The name is the last member, so that it replaces a `node` of the data of a script. */
function withNode(entry: LogEntry, node: string): LogEntry {
  const members = entry.data.slice(0, -1)
  return { ...entry, data: `${members}${members === '{' ? '' : ','}"node":${JSON.stringify(node)}}` }
}

/**
 * Creates the operations on the stored log.
 * @param node the name of this node, which each entry gets; absent if the server is the only one of its database
 */
export function createLogService(store: LogStore, node?: string) {
  const entriesIn = (page: LogPage) =>
    node === undefined ? entriesOf(page) : entriesOf(page).map(entry => withNode(entry, node))
  return {
    /** Stores entries in order. */
    store: (pages: readonly LogPage[], policy: LogPolicy) => store.store(pages.flatMap(entriesIn), policy),
    /** Runs one step of maintenance. Returns whether there is more to do. */
    maintain: (policy: LogPolicy) => store.maintain(policy),
    close: () => store.close(),
  }
}
