import { GoError } from './errors.ts'

/** Returns functions that throw an error with advice, for members of 0.22 that are not offered. */
export function missingMembers<Advice extends Readonly<globalThis.Record<string, string>>>(
  advice: Advice,
): { [Name in keyof Advice]: () => never } {
  const missing = Object.entries(advice).map(([name, text]): [string, () => never] => [
    name,
    () => {
      throw new GoError(`${name} is not offered. ${text}`)
    },
  ])
  return Object.fromEntries(missing) as never
}
