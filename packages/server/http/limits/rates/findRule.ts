import type { RateLimitRule } from '@coffer/schema'

/** Finds the limit of the first label that has one. The limit of a path that ends with a slash applies to the paths below it. */
export function findRule(
  rules: readonly RateLimitRule[],
  labels: readonly string[],
  audience: '@guest' | '@auth',
): RateLimitRule | undefined {
  const applying = rules.filter(rule => rule.audience === '' || rule.audience === audience)
  for (const label of labels) {
    const found =
      applying.find(rule => rule.label === label) ??
      applying.find(rule => rule.label.endsWith('/') && `${label}/`.startsWith(rule.label))
    if (found) return found
  }
  return undefined
}
