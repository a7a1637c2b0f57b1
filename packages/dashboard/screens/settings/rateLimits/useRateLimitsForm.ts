import type { RateLimitRule, RateLimits } from '@coffer/schema'
import { useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrorsOf, toastTextOf } from '../../../queries/connection/failure.ts'
import { newerSettingsQuery, saveNewerSettings } from '../../../queries/settings.ts'
import { useSubmission } from '../../../shell/form/useSubmission.ts'
import { useUnsavedGuard } from '../../../shell/form/useUnsavedGuard.ts'

/** A limit with a key that stays while others are removed. */
export interface EditedRule extends RateLimitRule {
  key: number
}

interface Edited extends Omit<RateLimits, 'rules'> {
  rules: EditedRule[]
}

const startOf = (stored: RateLimits): Edited => ({ ...stored, rules: stored.rules.map((rule, key) => ({ ...rule, key })) })

const limitsOf = ({ rules, ...rest }: Edited): RateLimits => ({ ...rest, rules: rules.map(({ key: _, ...rule }) => rule) })

/** Returns the field errors of a failed call, by their paths in the limits. */
function errorsOf(error: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(fieldErrorsOf(error)).map(([path, text]) => [path.replace(/^rateLimits\./, ''), text]))
}

/** State of the form for limits of requests. */
export function useRateLimitsForm(stored: RateLimits) {
  const [edited, setEdited] = useState(() => startOf(stored))
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const limits = limitsOf(edited)
  const hasChanges = JSON.stringify(limits) !== JSON.stringify(limitsOf(startOf(stored)))
  const { isSending, errors, show, clear, submit, props } = useSubmission({
    hasChanges,
    send: async () => {
      const saved = await saveNewerSettings({ rateLimits: limits })
      queryClient.setQueryData(newerSettingsQuery.queryKey, saved)
      setEdited(startOf(saved.rateLimits))
      toasts.success('Successfully saved rate limits.')
    },
    errorsOf,
    failureText: toastTextOf,
  })
  const reset = () => {
    show({})
    setEdited(startOf(stored))
  }
  useUnsavedGuard(hasChanges, reset)
  const changeRules = (change: (rules: EditedRule[]) => EditedRule[]) =>
    setEdited(current => ({ ...current, rules: change(current.rules) }))

  return {
    edited,
    errors,
    hasChanges,
    isSaving: isSending,
    reset,
    save: submit,
    set: (change: Partial<Omit<Edited, 'rules'>>) => setEdited(current => ({ ...current, ...change })),
    setRule: (key: number, change: Partial<RateLimitRule>) => {
      for (const name of Object.keys(change)) clear(`rules.${edited.rules.findIndex(rule => rule.key === key)}.${name}`)
      changeRules(rules => rules.map(rule => (rule.key === key ? { ...rule, ...change } : rule)))
    },
    addRule: () =>
      changeRules(rules => {
        const key = Math.max(-1, ...rules.map(rule => rule.key)) + 1
        return [...rules, { key, label: '', audience: '', duration: 10, maxRequests: 100 }]
      }),
    removeRule: (key: number) => {
      // Errors are named by position.
      show({})
      changeRules(rules => rules.filter(rule => rule.key !== key))
    },
    props,
  }
}

export type RateLimitsFormState = ReturnType<typeof useRateLimitsForm>
