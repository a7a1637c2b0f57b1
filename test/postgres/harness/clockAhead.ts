const offsetMs = 60 * 60_000

/** Replaces the clock of a process. Its threads run it too, because they have the same `NODE_OPTIONS`. */
const program = `const Real = Date
globalThis.Date = class extends Real {
  constructor(...given) { super(...(given.length === 0 ? [Real.now() + ${offsetMs}] : given)) }
  static now() { return Real.now() + ${offsetMs} }
  static [Symbol.hasInstance](value) { return value instanceof Real }
}`

/** The environment of a node whose clock is an hour ahead. */
export const clockAhead: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}`,
}

/** Whether a moment in milliseconds since 1970 comes from the clock of such a node, if it should be about now. */
export function isAhead(moment: number): boolean {
  return moment > Date.now() + offsetMs / 2
}
