import type { Log } from '../../queries/logs.ts'
import { stringifySearch } from '../../shell/address/addressSearch.ts'

/** Matches a line of a stack in a file of hooks, such as `hooks/posts.ts:5:11`. */
const codePlace = /hooks\/([^\s:]+\.ts):\d+/
/** Matches a line of a stack in a file of `pb_hooks`. */
const scriptPlace = /\/([^\s/:]+\.pb\.js:\d+)/

/** Returns the hook, route or job that has written an entry with its error, as the page of code names it. */
function codeOf({ message, data }: Pick<Log, 'message' | 'data'>): string | undefined {
  const job = /^The job (.+) failed\.$/.exec(message)?.[1]
  if (job !== undefined) return `job ${job}`
  const text = JSON.stringify(data)
  return /Hook: ([^"\\]+)/.exec(text)?.[1] ?? codePlace.exec(text)?.[1] ?? scriptPlace.exec(text)?.[1]
}

/** Returns the address of the hook, route or job that has written an entry; undefined if none has. */
export function codeAddress(log: Pick<Log, 'message' | 'data'>): string | undefined {
  const code = codeOf(log)
  return code === undefined ? undefined : `#/settings/code${stringifySearch({ code })}`
}
