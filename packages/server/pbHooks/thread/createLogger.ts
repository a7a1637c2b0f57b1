import type { ScriptRunner } from './ScriptRunner.ts'

/** Returns an object of alternating keys and values. */
function groupOf(pairs: readonly unknown[]): object {
  const entries = pairs.flatMap((key, index): [string, unknown][] => (index % 2 === 0 ? [[String(key), pairs[index + 1]]] : []))
  return Object.fromEntries(entries)
}

/**
 * Creates a logger, as `$app.logger()` of 0.22.
 * @param complete adds the attributes and groups of the logger to those of an entry
 */
export function createLogger(
  { callHost }: Pick<ScriptRunner, 'callHost'>,
  complete: (pairs: unknown[]) => unknown[] = pairs => pairs,
): object {
  const write =
    (level: number) =>
    (message: string, ...pairs: unknown[]): void =>
      void callHost('log', [level, String(message), JSON.parse(JSON.stringify(complete(pairs)))])
  const within = (name: string, pairs: unknown[]) => complete(pairs.length > 0 ? [name, groupOf(pairs)] : [])
  return {
    debug: write(-4),
    info: write(0),
    warn: write(4),
    error: write(8),
    with: (...known: unknown[]) => createLogger({ callHost }, pairs => complete([...known, ...pairs])),
    /** Returns a logger that puts later attributes into a group. */
    withGroup: (name: string) => createLogger({ callHost }, name ? pairs => within(String(name), pairs) : complete),
  }
}
