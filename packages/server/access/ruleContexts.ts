import type { Rule } from '@coffer/schema'
import type { AskedRule } from './evaluateRule.ts'

/** Whether a rule can have another result for a file token or a realtime subscription. */
export function readsContext(rule: Rule): boolean {
  return rule?.includes('@request.context') ?? false
}

/** What the list and view rules allow in contexts of their own, beside the requests for records. */
export const contextParts = {
  collectionTopic: { action: 'list', context: 'realtime' },
  recordTopics: { action: 'view', context: 'realtime' },
  protectedFiles: { action: 'view', context: 'protectedFile' },
} as const satisfies Record<string, AskedRule>

export type ContextPart = keyof typeof contextParts

/** Returns the rule and the context of a part; undefined if it is none. */
export function findContextPart(what: string): (typeof contextParts)[ContextPart] | undefined {
  return Object.hasOwn(contextParts, what) ? contextParts[what as ContextPart] : undefined
}
