import * as v from 'valibot'

/** Parts of answers of providers: what is absent or null counts as empty, anything of another type is an error. */
export const text = v.nullish(v.string(), '')

export const flag = v.nullish(v.boolean(), false)

/** The id of a user that is a number; one too large to be told from its neighbours is an error. */
export const numericId = v.pipe(v.nullish(v.pipe(v.number(), v.safeInteger()), 0), v.transform(String))

const trueWords = ['1', 't', 'T', 'TRUE', 'true', 'True']

/** A boolean as it is, or as a number or a word. */
export const looseFlag = v.pipe(
  v.nullish(v.union([v.boolean(), v.number(), v.string()]), false),
  v.transform(value => (typeof value === 'string' ? trueWords.includes(value) : Boolean(value))),
)

/** A part with parts of its own. */
export const part = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.nullish(v.record(v.string(), v.unknown()), {}), v.object(entries))
