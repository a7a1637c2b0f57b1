import { RE2JS } from 're2js'

type Compiled = { regexp: RE2JS } | { error: string }

/** Compiles a pattern in RE2 syntax, which matches in linear time. Returns the error of an invalid pattern. */
export function compilePattern(pattern: string): Compiled {
  try {
    return { regexp: RE2JS.compile(pattern) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

// Compiling costs far more than matching. The weak key drops the entry together with the options.
const compiledByOptions = new WeakMap<object, { pattern: string; compiled: Compiled }>()

/** Whether the text matches the pattern of the options. An invalid pattern never matches. */
export function matchesPattern(options: { pattern: string }, text: string): boolean {
  let entry = compiledByOptions.get(options)
  if (entry?.pattern !== options.pattern) {
    entry = { pattern: options.pattern, compiled: compilePattern(options.pattern) }
    compiledByOptions.set(options, entry)
  }
  return 'regexp' in entry.compiled && entry.compiled.regexp.test(text)
}
