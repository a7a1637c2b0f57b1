type Macro = (now: Date) => string | number

const print = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('T', ' ')

/** Returns the last millisecond before a time. */
const before = (milliseconds: number): string => print(milliseconds - 1)

const dayMs = 24 * 60 * 60 * 1000

const startOf = (year: number, month = 0, day = 1): number => Date.UTC(year, month, day)

/** Names that stand for a value at the time a filter is evaluated, in UTC. */
const macros: Record<string, Macro> = {
  '@now': now => print(now.getTime()),
  '@yesterday': now => print(now.getTime() - dayMs),
  '@tomorrow': now => print(now.getTime() + dayMs),
  '@second': now => now.getUTCSeconds(),
  '@minute': now => now.getUTCMinutes(),
  '@hour': now => now.getUTCHours(),
  '@day': now => now.getUTCDate(),
  '@month': now => now.getUTCMonth() + 1,
  '@weekday': now => now.getUTCDay(),
  '@year': now => now.getUTCFullYear(),
  '@todayStart': now => print(startOf(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())),
  '@todayEnd': now => before(startOf(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)),
  '@monthStart': now => print(startOf(now.getUTCFullYear(), now.getUTCMonth())),
  '@monthEnd': now => before(startOf(now.getUTCFullYear(), now.getUTCMonth() + 1)),
  '@yearStart': now => print(startOf(now.getUTCFullYear())),
  '@yearEnd': now => before(startOf(now.getUTCFullYear() + 1)),
}

export const macroNames: readonly string[] = Object.keys(macros)

/** Returns the value of a macro: dates as stored text, parts of a date as integers. Undefined for other names. */
export function macroValue(name: string, now: Date): string | number | undefined {
  return Object.hasOwn(macros, name) ? macros[name]?.(now) : undefined
}
