import { RE2JS } from 're2js'

type Compiled = { regexp: RE2JS } | { fault: string }

/** Compiles a pattern of RE2 syntax, whose matching takes linear time; tells the fault of one that does not compile. */
export const compilePattern = (pattern: string): Compiled => {
  try {
    return { regexp: RE2JS.compile(pattern) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

// Compiling costs far more than matching; the entry goes when the settings do.
const compiledBySettings = new WeakMap<object, { pattern: string; compiled: Compiled }>()

/** Whether the pattern of the settings occurs in the text. A pattern that does not compile occurs nowhere. */
export const occursIn = (settings: { pattern: string }, text: string): boolean => {
  let entry = compiledBySettings.get(settings)
  if (entry?.pattern !== settings.pattern) {
    entry = { pattern: settings.pattern, compiled: compilePattern(settings.pattern) }
    compiledBySettings.set(settings, entry)
  }
  return 'regexp' in entry.compiled && entry.compiled.regexp.test(text)
}
