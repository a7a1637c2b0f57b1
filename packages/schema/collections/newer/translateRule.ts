import { tokenize } from '../../filter/tokenize.ts'

type Rule = string | null

/** Replaces the beginning of names in a rule. Texts and comments stay as they are. */
function renameIn(rule: Rule, from: RegExp, to: string): Rule {
  if (rule === null) return null
  let renamed = ''
  let end = 0
  for (const { kind, text, span } of tokenize(rule)) {
    renamed += rule.slice(end, span.start) + (kind === 'identifier' ? text.replace(from, to) : text)
    end = span.end
  }
  return renamed + rule.slice(end)
}

/** Translates a rule of PocketBase 0.23 or later: `@request.body` is `@request.data` in 0.22. */
export function translateRule(rule: Rule): Rule {
  return renameIn(rule, /^@request\.body(?=\.)/, '@request.data')
}

/** Translates a rule of 0.22 for PocketBase 0.23 and later. */
export function toNewerRule(rule: Rule): Rule {
  return renameIn(rule, /^@request\.data(?=\.)/, '@request.body')
}
